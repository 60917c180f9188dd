// What stands at a tournament table beside the signs of any table.

const RESULTS = { "stand-off": "stands off" };

/** Which hand it is: empty at other tables. */
export function handLine({ session }) {
  if (!session) return "";
  if (session.playing_off.length) return "Play-off";
  if (!session.hand) return "Before the first hand";
  const of = session.of_hands ? ` of ${session.of_hands}` : "";
  const shoes = session.of_shoes ? `, shoe ${session.shoe} of ${session.of_shoes}` : "";
  const kind = session.counts ? ", elimination hand" : session.last ? ", last hand" : "";
  return `Hand ${session.hand}${of}${shoes}${kind}`;
}

export function sessionNotices({ session, closed }) {
  if (!session) return [];
  const found = [];
  if (closed) found.push("The tournament is off");
  if (session.dispute) found.push(`Play waits: ${session.dispute}`);
  if (session.on_break) found.push("A break");
  if (session.playing_off.length) found.push(`Play-off: ${session.playing_off.join(", ")}`);
  if (session.phase === "over") found.push("This session is over");
  return found;
}

/** What I have left beside chips. */
export function ownLeft({ session, you }) {
  const mine = session?.places.find((place) => place.player === you.name);
  const left = [["Secret wagers", mine?.secrets_left], ["Pass cards", mine?.passes_left]];
  return left.filter(([, count]) => count);
}

/** How my last hands came out: "your 20 wins". */
export function ownResults(view) {
  if (view.due.what !== "session") return [];
  const mine = view.boxes.find((box) => box.sits === view.you.name)?.hands ?? [];
  return mine.flatMap((hand, at) => {
    const row = view.rows.find((one) =>
      one.player === view.you.name && one.wager === "main" && one.hand === at + 1);
    return row ? [`your ${hand.total} ${RESULTS[row.result] ?? row.result}`] : [];
  });
}
