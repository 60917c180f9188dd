"""A commit as one statement that the server carries out by itself.

Whoever asks for it may be stopped, cut off or killed at any moment: there is no moment at which a
lock of theirs waits for them. The server locks the head, looks, writes and commits; or it has not
begun. What is to be written is decided as in `planning.plan`: an append goes in at the version that
it names, and a command once. That both decide alike is checked at every commit, by the last hash.
"""

import hashlib
from collections.abc import Sequence
from typing import Any

from bythebook.house.log.chain import DOMAIN, ZERO, lead_in
from bythebook.house.log.planning import START, streams_of
from bythebook.house.log.store import Head, NewEvent, Write

CHANNEL = "bythebook"
# What stands in the answer is little, whatever is written: a server that cannot get rid of its
# answer would hold the head until somebody reads it.
_BODY = f"""(
    touched text[], commands text[], asked integer[], causes bytea[], appends_of integer[],
    streams integer[], expected bigint[], events_of integer[],
    kinds text[], contents bytea[], lead_ins bytea[],
    OUT place bigint, OUT last bytea,
    OUT found_place bigint, OUT found_last bytea, OUT found_ends bigint[], OUT found_hashes bytea,
    OUT again integer[]
) LANGUAGE plpgsql AS $function$
DECLARE
    ends bigint[];  -- of the streams that are touched, and their last hashes
    hashes bytea[];
    done boolean[] := array_fill(false, ARRAY[cardinality(commands)]);
    overtaken boolean[] := array_fill(false, ARRAY[cardinality(touched)]);  -- see planning.plan
    writes integer[];  -- of every new event: of which write it is, whether its first, …
    firsts boolean[];
    numbers integer[];
    places integer[];
    versions bigint[];
    befores bytea[];
    lasts bytea[];
    owns bytea[];
    news integer := 0;
    first integer;  -- of the appends of a write
    a integer := 0;  -- appends so far
    e integer := 0;  -- events so far
    s integer;
    fits boolean;
BEGIN
    SELECT h.position, h.hash INTO STRICT place, last FROM bythebook.log_head h FOR UPDATE;
    found_place := place;
    found_last := last;
    SELECT array_agg(coalesce(h.version, 0) ORDER BY t.n),
        array_agg(coalesce(h.hash, '\\x{ZERO.hex()}') ORDER BY t.n)
        INTO ends, hashes
        FROM unnest(touched) WITH ORDINALITY t(stream, n)
        LEFT JOIN bythebook.heads h USING (stream);
    found_ends := ends;
    found_hashes := (SELECT string_agg(h, '') FROM unnest(hashes) h);
    SELECT array_agg(c.n) INTO again FROM unnest(commands) WITH ORDINALITY c(command, n)
        WHERE EXISTS (SELECT FROM bythebook.log l WHERE l.command = c.command);
    FOR i IN 1 .. coalesce(cardinality(again), 0) LOOP
        done[asked[again[i]]] := true;
    END LOOP;
    FOR w IN 1 .. cardinality(commands) LOOP
        first := a + 1;
        a := a + appends_of[w];
        fits := NOT done[asked[w]];
        FOR i IN first .. a LOOP
            fits := fits AND ends[streams[i]] = expected[i] AND NOT overtaken[streams[i]];
        END LOOP;
        IF NOT fits AND NOT done[asked[w]] THEN
            FOR i IN first .. a LOOP
                overtaken[streams[i]] := true;
            END LOOP;
        END IF;
        FOR i IN first .. a LOOP
            IF NOT fits THEN
                e := e + events_of[i];
                CONTINUE;
            END IF;
            s := streams[i];
            FOR n IN 1 .. events_of[i] LOOP
                e := e + 1;
                news := news + 1;
                place := place + 1;
                ends[s] := ends[s] + 1;
                writes[news] := w;
                firsts[news] := NOT done[asked[w]];
                numbers[news] := e;
                places[news] := s;
                versions[news] := ends[s];
                befores[news] := hashes[s];
                lasts[news] := last;
                last := sha256('\\x{DOMAIN.hex()}'::bytea || int8send(place) || int8send(ends[s])
                    || lead_ins[e] || contents[e] || hashes[s] || last);
                hashes[s] := last;
                owns[news] := last;
                done[asked[w]] := true;
            END LOOP;
        END LOOP;
    END LOOP;
    IF news > 0 THEN
        INSERT INTO bythebook.log
            SELECT found_place + r.n, touched[r.s], r.version, commands[r.w],
                CASE WHEN r.first THEN causes[r.w] ELSE '' END,  -- with the first event alone
                kinds[r.e], contents[r.e], r.before, r.last, r.own
            FROM unnest(writes, firsts, numbers, places, versions, befores, lasts, owns)
                WITH ORDINALITY r(w, first, e, s, version, before, last, own, n);
        INSERT INTO bythebook.heads
            SELECT t.stream, t.version, t.hash FROM unnest(touched, ends, hashes, found_ends)
                t(stream, version, hash, found) WHERE t.version > t.found
            ON CONFLICT (stream) DO UPDATE SET version = excluded.version, hash = excluded.hash;
        UPDATE bythebook.log_head SET position = place, hash = last;
        PERFORM pg_notify('{CHANNEL}', '');
    END IF;
END
$function$"""
# By what it says: a version of this program that says it otherwise has one of its own beside it.
FUNCTION = f"append_{hashlib.sha256(_BODY.encode()).hexdigest()[:16]}"
CREATE = f"CREATE FUNCTION bythebook.{FUNCTION}{_BODY}"
_TYPES = (
    "text", "text", "integer", "bytea", "integer", "integer", "bigint", "integer", "text", "bytea",
    "bytea",
)  # fmt: skip
APPEND = f"SELECT * FROM bythebook.{FUNCTION}({', '.join(f'%b::{one}[]' for one in _TYPES)})"


class Answer:
    """What the server found, and what it left."""

    def __init__(self, streams: Sequence[str], row: Any) -> None:
        place, last, found_place, found_last, ends, end_hashes, again = row
        self.head = Head(place, last)
        self.found = Head(found_place, found_last)
        self.ends = {
            stream: Head(end, end_hashes[n * len(ZERO) : (n + 1) * len(ZERO)])
            for n, (stream, end) in enumerate(zip(streams, ends or (), strict=True))
            if end > START.position
        }
        self.again: list[int] = again or []  # which of the writes were there before, from 1


def arguments(writes: Sequence[Write]) -> tuple[list[Any], ...]:
    """Writes as the server takes them: of each of their parts one list."""
    streams = streams_of(writes)
    place_of = {stream: number for number, stream in enumerate(streams, 1)}
    first_of = {write.command: number for number, write in reversed([*enumerate(writes, 1)])}
    appends = [append for write in writes for append in write.appends]
    events: list[NewEvent] = []
    lead_ins: list[bytes] = []
    for write in writes:
        cause = write.cause
        for append in write.appends:
            for event in append.events:
                given = (append.stream, write.command, cause, event.kind, event.data)
                lead_ins.append(lead_in(*given))
                events.append(event)
                cause = b""
    return (
        streams,
        [write.command for write in writes],
        [first_of[write.command] for write in writes],
        [write.cause for write in writes],
        [len(write.appends) for write in writes],
        [place_of[append.stream] for append in appends],
        [append.version for append in appends],
        [len(append.events) for append in appends],
        [event.kind for event in events],
        [event.data for event in events],
        lead_ins,
    )
