// What the house leaves out of a view because it is as usual, put back in.

const WAGER = { token: 0 };
const STAKE = { token: 0, doubled: 0, free: 0, live: true };
const HAND = {
  face_down: 0, soft: false, doubled: false, split: false, done: false, kind: "", stakes: [],
};
const BOX = {
  sits: "", controls: "", riders: [], reserved: "", wagers: [], hands: [], insured: [], turn: 0,
};
const DEALER = { cards: [], face_down: 0, total: 0, soft: false, kind: "" };
const DUE = {
  box: null, hand: 0, player: "", ways: {}, clock: "", until: 0, phase: "", ready: [],
  called: false, order: null, won: [], shut: false, depth: [0, 0], correcting: 0,
};
const CHOICE = {
  hand: 1, player: "", legal: true, clause: "", why: "", least: 0, most: 0, usual: 0, values: [],
  on: "", tokens: 0, free: false,
};
const ROW = { odds: "", line: "", paid: 0, returned: 0, also: [], stage: "", meters: [] };
const LINE = {
  clause: "", round: 0, box: 0, cents: 0, player: "", card: "", kind: "", hand: 0, total: 0,
  soft: false, did: "", wager: "",
};
const SIGN = { time: null, limits: {}, text: "", player: "" };
const SPOT = { least: 0, most: 0, unit: 0, closed: "", pays: [], clause: "", tokens: false };
const SHOE = {
  number: 0, digest: "", earlier: [], additions: 0, begun: false, cutting_card_out: false,
  shuffle_due: "",
};

const each = (usual) => (items) => items.map((item) => ({ ...usual, ...item }));
const one = (usual) => (item) => ({ ...usual, ...item });

const hands = (items) =>
  items.map((hand) => {
    const whole = { ...HAND, ...hand };
    return { ...whole, stakes: each(STAKE)(whole.stakes) };
  });

const boxes = (items) =>
  items.map((box) => {
    const whole = { ...BOX, ...box };
    return {
      ...whole,
      wagers: each(WAGER)(whole.wagers),
      insured: each(WAGER)(whole.insured),
      hands: hands(whole.hands),
    };
  });

const signs = (sign) => ({
  ...sign, signs: each(SIGN)(sign.signs), spots: each(SPOT)(sign.spots),
});

const PARTS = {
  signs, boxes, dealer: one(DEALER), due: one(DUE), choices: each(CHOICE), rows: each(ROW),
  shoe: one(SHOE), lines: each(LINE), moves: each(CHOICE),
};

/** A view, or a patch with some of its parts, with nothing left out of those. */
export function withDefaults(parts) {
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, PARTS[name]?.(part) ?? part]),
  );
}
