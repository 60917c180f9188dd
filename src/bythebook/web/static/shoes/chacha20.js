// The key stream of ChaCha20 (RFC 8439), as 32-bit words, the least byte first. Nonce and counter
// begin at nothing: a key is used for one shoe and never again.

const SIGMA = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]; // "expand 32-byte k"
const COUNTER = 12; // its place among the 16 words of a block
const DOUBLE_ROUNDS = 10;

function mix(state, to, by, other, bits) {
  state[to] += state[by];
  const word = state[other] ^ state[to];
  state[other] = (word << bits) | (word >>> (32 - bits));
}

function quarterRound(state, a, b, c, d) {
  mix(state, a, b, d, 16);
  mix(state, c, d, b, 12);
  mix(state, a, b, d, 8);
  mix(state, c, d, b, 7);
}

function block(start) {
  const state = start.slice();
  for (let round = 0; round < DOUBLE_ROUNDS; round += 1) {
    quarterRound(state, 0, 4, 8, 12);
    quarterRound(state, 1, 5, 9, 13);
    quarterRound(state, 2, 6, 10, 14);
    quarterRound(state, 3, 7, 11, 15);
    quarterRound(state, 0, 5, 10, 15);
    quarterRound(state, 1, 6, 11, 12);
    quarterRound(state, 2, 7, 8, 13);
    quarterRound(state, 3, 4, 9, 14);
  }
  return state.map((word, at) => word + start[at]);
}

/** The words of the stream under a key of 32 bytes, without end. */
export function* words(key) {
  const view = new DataView(key.buffer, key.byteOffset, key.byteLength);
  const start = new Uint32Array(16);
  start.set(SIGMA);
  for (let at = 0; at < 8; at += 1) start[4 + at] = view.getUint32(4 * at, true);
  for (;;) {
    yield* block(start);
    start[COUNTER] += 1;
  }
}
