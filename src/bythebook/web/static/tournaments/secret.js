// The form of a secret wager: what is written on it nobody sees before it is announced.
//
//   askSecret(view, move, send)   `send(command)` hands it in, or rejects with the reason

import { say } from "../common/say.js";
import { complaint, money } from "../common/words.js";

const dialog = document.getElementById("secret-dialog");
const form = document.getElementById("secret-form");

dialog?.addEventListener("click", (event) => {
  if (event.target.closest("[data-close]")) dialog.close();
});

export function askSecret(view, move, send) {
  const { figures } = form.elements;
  const verdict = form.querySelector(".verdict");
  figures.placeholder = say("{least} to {most}", {
    least: money(move.least), most: money(move.most),
  });
  verdict.textContent = "";
  for (const field of form.querySelectorAll("[data-asks]")) {
    field.hidden = !view.secret_fields.includes(field.dataset.asks);
  }
  form.onsubmit = async (event) => {
    event.preventDefault();
    try {
      await send(written(view.you));
      dialog.close();
      form.reset();
    } catch (problem) {
      verdict.className = "verdict verdict-refused";
      verdict.textContent = complaint(problem);
    }
  };
  dialog.showModal();
  figures.focus();
}

function written(you) {
  const { figures, words, double, insure, split, alone, signed } = form.elements;
  const wager = {
    name: you.name, seat: you.seat, type: "main wager", figures: figures.value.trim(),
    words: words.value.trim(), signed: signed.checked, double: Number(double.value),
    split: split.checked, insure: Number(insure.value),
  };
  return { type: "hand-in", form: wager, alone: alone.checked };
}
