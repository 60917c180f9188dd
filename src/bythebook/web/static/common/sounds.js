// Sounds of a table, made here and now: a card, a chip, a win, my turn. Quiet, and off until they
// are wanted.
//
//   const sounds = new Sounds()
//   sounds.on = true
//   sounds.play("card")     "card", "chip", "win", "turn" or "jackpot"

const NOTES = {
  turn: [[0, 660], [0.12, 880]],
  win: [[0, 523], [0.09, 659], [0.18, 784]],
  jackpot: [[0, 392], [0.16, 523], [0.32, 659], [0.48, 784], [0.64, 1047]],
};
const CHIP_PARTIALS = [2650, 4120, 5870]; // clay on clay: none is a multiple of another
const LOUDNESS = 0.08;

export class Sounds {
  #context = null;
  on = false;

  play(name) {
    // A browser lets a page sound once somebody has touched it, and complains before.
    if (!this.on || navigator.userActivation?.hasBeenActive === false) return;
    this.#context ??= new AudioContext();
    const now = this.#context.currentTime;
    if (name === "card") this.#brush(now);
    else if (name === "chip") this.#click(now);
    else for (const [at, pitch] of NOTES[name]) this.#tone(now + at, pitch, 0.28, LOUDNESS);
  }

  #tone(at, pitch, seconds, loudness) {
    const note = new OscillatorNode(this.#context, { frequency: pitch });
    note.connect(this.#fading(at, seconds, loudness));
    note.start(at);
    note.stop(at + seconds);
  }

  /** A card over the felt: a breath of noise. */
  #brush(at) {
    const { sampleRate } = this.#context;
    const samples = new AudioBuffer({ length: Math.round(sampleRate * 0.07), sampleRate });
    const noise = samples.getChannelData(0);
    for (let place = 0; place < noise.length; place += 1) noise[place] = Math.random() * 2 - 1;
    const source = new AudioBufferSourceNode(this.#context, { buffer: samples });
    const band = new BiquadFilterNode(this.#context, { type: "bandpass", frequency: 2400, Q: 0.7 });
    source.connect(band).connect(this.#fading(at, 0.07, LOUDNESS * 2));
    source.start(at);
  }

  #click(at) {
    for (const [later, loudness] of [[0, 0.5], [0.045, 0.3]]) {
      for (const pitch of CHIP_PARTIALS) {
        this.#tone(at + later, pitch, 0.05, LOUDNESS * loudness);
      }
    }
  }

  #fading(at, seconds, loudness) {
    const loud = new GainNode(this.#context, { gain: 0 });
    loud.gain.setValueAtTime(loudness, at);
    loud.gain.exponentialRampToValueAtTime(0.0005, at + seconds);
    loud.connect(this.#context.destination);
    return loud;
  }
}
