// Keys that answer a challenge: asked of the browser, told to the house.

import { say } from "../common/say.js";

const token = document.querySelector("meta[name=csrf-token]").content;
const problem = document.querySelector("[data-part=key-problem]");

const fromText = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

const asText = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

async function told(path, body) {
  const answer = await fetch(path, {
    method: "POST",
    headers: {
      "content-type": "application/json", accept: "application/json", "x-csrf-token": token,
    },
    body: JSON.stringify(body),
  });
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.detail ?? say("That did not work."));
  return said;
}

function readable(options) {
  const ids = (list) => (list ?? []).map((one) => ({ ...one, id: fromText(one.id) }));
  return {
    ...options,
    challenge: fromText(options.challenge),
    ...(options.user && { user: { ...options.user, id: fromText(options.user.id) } }),
    ...(options.excludeCredentials && { excludeCredentials: ids(options.excludeCredentials) }),
    ...(options.allowCredentials && { allowCredentials: ids(options.allowCredentials) }),
  };
}

const PARTS = [
  "clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle",
];

function sendable(credential) {
  const response = {};
  for (const name of PARTS) {
    if (credential.response[name]) response[name] = asText(credential.response[name]);
  }
  return { id: credential.id, rawId: asText(credential.rawId), type: credential.type, response };
}

async function use(button) {
  const purpose = button.dataset.key;
  const publicKey = readable(await told("/keys/options", { purpose }));
  const credential = purpose === "new"
    ? await navigator.credentials.create({ publicKey })
    : await navigator.credentials.get({ publicKey });
  const label = document.querySelector("#label")?.value ?? "";
  const said = await told("/keys", {
    purpose, credential: sendable(credential), label, next: button.dataset.next,
  });
  if (said.fallbacks?.length) return show(said.fallbacks);
  location.assign(said.to || button.dataset.next);
}

function show(codes) {
  const list = document.querySelector("[data-part=codes]");
  list.replaceChildren(...codes.map((code) => {
    const item = document.createElement("li");
    item.append(Object.assign(document.createElement("code"), { textContent: code }));
    return item;
  }));
  const panel = document.querySelector("[data-part=fallbacks]");
  panel.hidden = false;
  panel.scrollIntoView();
}

for (const button of document.querySelectorAll("[data-key]")) {
  if (!window.PublicKeyCredential) {
    button.disabled = true;
    const why = Object.assign(document.createElement("small"), { textContent: say("not here") });
    button.append(why);
  }
  button.addEventListener("click", async () => {
    button.disabled = true;
    problem.hidden = true;
    try {
      await use(button);
    } catch (error) {
      problem.textContent = error.name === "NotAllowedError" ? say("No key answered.")
        : error.message;
      problem.hidden = false;
    }
    button.disabled = false;
  });
}
