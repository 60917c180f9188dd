"""One target by coverage: `python -m tests.fuzz.one NAME FOLDER [flags of libFuzzer]`."""

import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["bythebook"]):
    from tests.fuzz.targets import BY_NAME


def main() -> None:
    name, corpus = sys.argv[1], Path(sys.argv[2])
    target = BY_NAME[name]
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(target.all_seeds()):
        (corpus / f"seed-{number}").write_bytes(seed)
    flags = [*sys.argv[3:], f"-artifact_prefix={corpus}.", str(corpus)]
    if known := target.words():
        words = corpus.with_suffix(".words")
        words.write_text("".join(f'"{_quoted(word)}"\n' for word in known))
        flags.insert(0, f"-dict={words}")
    tried = target.make(Path(tempfile.mkdtemp()))
    atheris.Setup([sys.argv[0], *flags], tried)
    atheris.Fuzz()


def _quoted(word: str) -> str:
    return "".join(
        chr(byte) if 32 < byte < 127 and chr(byte) not in '"\\' else f"\\x{byte:02x}"
        for byte in word.encode()
    )


if __name__ == "__main__":
    main()
