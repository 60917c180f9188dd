// What stands at a tournament table beside the signs of any table.

import { listed, say } from "../common/say.js";

/** Which hand it is: empty at other tables. */
export function handLine({ session }) {
  if (!session) return "";
  if (session.playing_off.length) return say("Play-off");
  if (!session.hand) return say("Before the first hand");
  const { hand, of_hands: hands, shoe, of_shoes: shoes } = session;
  const kind = session.counts ? say("elimination hand") : session.last ? say("last hand") : "";
  return [
    hands ? say("Hand {hand} of {all}", { hand, all: hands }) : say("Hand {hand}", { hand }),
    shoes && say("shoe {shoe} of {all}", { shoe, all: shoes }),
    kind,
  ].filter(Boolean).join(", ");
}

export function sessionNotices({ session, closed }) {
  if (!session) return [];
  const found = [];
  if (closed) found.push(say("The tournament is off"));
  if (session.dispute) found.push(say("Play waits: {why}", { why: session.dispute }));
  if (session.on_break) found.push(say("A break"));
  if (session.playing_off.length) {
    found.push(say("Play-off: {names}", { names: listed(session.playing_off) }));
  }
  if (session.phase === "over") found.push(say("This session is over"));
  return found;
}

/** What I have left beside chips. */
export function ownLeft({ session, you }) {
  const mine = session?.places.find((place) => place.player === you.name);
  const left = [
    [say("Secret wagers"), mine?.secrets_left], [say("Pass cards"), mine?.passes_left],
  ];
  return left.filter(([, count]) => count);
}

function came(result, total) {
  if (result === "wins") return say("your {total} wins", { total });
  if (result === "loses") return say("your {total} loses", { total });
  if (result === "stand-off") return say("your {total} stands off", { total });
  return say("your {total}: {result}", { total, result });
}

/** How my last hands came out: "your 20 wins". */
export function ownResults(view) {
  if (view.due.what !== "session") return [];
  const mine = view.boxes.find((box) => box.sits === view.you.name)?.hands ?? [];
  return mine.flatMap((hand, at) => {
    const row = view.rows.find((one) =>
      one.player === view.you.name && one.wager === "main" && one.hand === at + 1);
    return row ? [came(row.result, hand.total)] : [];
  });
}
