/** Bugs in the engine: in deciding, committing, answering, publishing and reading, and in their order. */
import { mutantsOf } from "./mutant.ts";
import type { Mutant } from "./mutant.ts";

const ADD = "  tables.add(rows);";
const COMMIT = `  const committed = commit(batch);
  answerLast(writer);
  const [, rows] = await Promise.all([committed, readRows()]);`;
const COMMIT_EVENTS = "  if (events.length > 0) await commitEvents(writer, { events, markets, at });";
const ANSWER =
  "    entries.forEach((entry, index) => entry.answer(buildOutcome(writer, entry, elementAt(decisions, index))));";
const COMMITTED = "  else answerLast(writer);\n  writer.underway = undefined;";
const HEAD = "  writer.head = { seq, at, hash };";
const ADVANCE = "  const books = writer.sequences.advance(exchange, events);";
const END_READS = "  writer.reads.end(markets);\n  writer.availability.setMode(exchange.mode);";
const PUBLISH = "  writer.followers.notify({ events, at, seq, hash, books, encoded: text });";
const COMMIT_ALL = "  await commitEntries(writer, answerRepeated(open, known, writer.options.known));";
const ACQUIT = "  if (known !== undefined) writer.options.quarantine.noteCommitted(listCommands(open));";
const LEFT_OPEN = "  const open = writer.gathered.filter((entry) => entry.isOpen());";
const DECIDE = "const decisions = entries.map((entry) => decideTimed(writer, entry, times));";
const CANCEL = "      await cancelOrders(session);\n";

const lines = (...all: readonly string[]): string => all.join("\n");

/** Bugs in commits. */
const COMMITS = mutantsOf("whole", "src/engine/writer.ts", [
  [
    "a failed commit is taken for done",
    COMMIT,
    COMMIT.replace("commit(batch)", "commit(batch).catch(() => undefined)"),
  ],
  [
    "a failed commit is committed again under the next number",
    COMMIT,
    COMMIT.replace(
      "commit(batch)",
      "commit(batch).catch(() => commit({ seq: seq + 1, at, events: text, hash: batchHash(hash, seq + 1, at, text) }))",
    ),
  ],
  ["a batch is committed twice", COMMIT, lines(COMMIT, "  if (events.length > 5) await commit(batch);")],
  [
    "an event of a large batch is not written",
    "const text = encodeEvents(events);",
    "const text = encodeEvents(events.length > 6 ? events.slice(1) : events);",
  ],
  [
    "time follows a clock that is set back",
    "return { at: Math.max(now, head.at), now };",
    "return { at: now, now };",
  ],
  [
    "orders do not expire before a batch",
    'const expired = execute(exchange, { type: "expire-orders" }, at, now);',
    "const expired: Event[] = [];",
  ],
  [
    "a request is not remembered with what it did",
    'events: name === undefined ? decision : [...decision, { type: "request-done", ...name, result }],',
    "events: decision,",
  ],
  [
    "nothing expires until somebody asks for something",
    "return !running && soonest !== undefined && soonest.leavesAt <= now;",
    "return false;",
  ],
  [
    "a look sees before what was taken before it",
    DECIDE,
    lines(
      "const looks = new Map(entries.flatMap((entry) => entry.command === undefined ? [[entry, decideEntry(exchange, entry, times)]] : []));",
      "  const decisions = entries.map((entry) => looks.get(entry) ?? decideTimed(writer, entry, times));",
    ),
  ],
]);

/** Bugs in answers: their receivers, their time and their results. */
const ANSWERS = mutantsOf("whole", "src/engine/writer.ts", [
  [
    "answers leave before the commit",
    lines(COMMIT_EVENTS, COMMITTED, "  writer.answerLast = () =>", ANSWER),
    lines(ANSWER, COMMIT_EVENTS, COMMITTED),
  ],
  [
    "refusals leave before the commit that they rest on",
    COMMIT_EVENTS,
    lines(
      '  entries.forEach((entry, index) => { const decided = decisions[index]; if ("code" in decided) entry.answer(buildOutcome(writer, entry, decided)); });',
      COMMIT_EVENTS,
    ),
  ],
  [
    "answers go to the wrong callers",
    "entry.answer(buildOutcome(writer, entry, elementAt(decisions, index)))",
    "entry.answer(buildOutcome(writer, entry, elementAt(decisions, decisions.length - 1 - index)))",
  ],
  [
    "the last answers wait for the next batch",
    "  answerLast(writer);\n  writer.running = false;",
    "  writer.running = false;",
  ],
  [
    "the queue is lost when a look-up fails",
    LEFT_OPEN,
    lines("  if (known === undefined) { writer.gathered = []; return; }", LEFT_OPEN),
  ],
  [
    "the second half of a large queue is dropped",
    "return ready.splice(0, Math.min(count, MAX_BATCH));",
    "const all = ready.splice(0, Math.min(count, MAX_BATCH)); return all.length > 12 ? all.slice(0, 12) : all;",
  ],
  [
    "what was given up undecided is decided all the same",
    "writer.gathered.filter((entry) => entry.isOpen())",
    "writer.gathered.slice()",
  ],
  [
    "those who wait for a long commit hear that nothing was done",
    'entry.answer({ type: "rejected", rejection: rejectSlowCommit(entry) })',
    'entry.answer({ type: "rejected", rejection: rejectWaitedTooLong(writer.options.tables) })',
  ],
]);

/** Bugs in publications and reads. */
const PUBLICATIONS = mutantsOf("whole", "src/engine/writer.ts", [
  [
    "batches are published before their commit",
    lines(COMMIT, HEAD, ADD, ADVANCE, END_READS, PUBLISH),
    lines(ADVANCE, PUBLISH, COMMIT, HEAD, ADD, END_READS),
  ],
  [
    "batches that change no book are not published",
    "writer.followers.notify(",
    "if (books.size > 0) writer.followers.notify(",
  ],
  ["reads show what is not committed", "  writer.reads.begin(markets);\n", ""],
  ["the head moves before the commit", lines(COMMIT, HEAD), lines(HEAD, COMMIT)],
]);

/** Bugs in the quarantine of commands that stop the process, and of those beside them. */
const QUARANTINE = [
  ...mutantsOf("whole", "src/engine/writer.ts", [
    ["a suspect is acquitted before its commit", lines(COMMIT_ALL, ACQUIT), lines(ACQUIT, COMMIT_ALL)],
    ["no suspect is acquitted", `${ACQUIT}\n`, ""],
    ["suspects are decided with others", "single === -1 ? MAX_BATCH : Math.max(1, single)", "MAX_BATCH"],
    ["what the store refuses is nobody's fault", "/^$|^(22|23|42)", "/^$|^(22|42)"],
  ]),
  ...mutantsOf("whole", "src/engine/operators/quarantine.ts", [
    ["what is decided is not noted", "    note.write(commands.map(describeCommand));\n", ""],
    ["the note stays when nothing happened", "    if (isNoted) note.clear();\n", ""],
    ["a command may stop the exchange once more", "stops.stops >= MAX_STOPS", "stops.stops > MAX_STOPS"],
  ]),
  ...mutantsOf("whole", "src/engine/operators/quarantine.ts", [
    ["stops are not kept", "if (noted.length > 0) save();", ""],
    ["what was being decided is counted as often as it was noted or read", "if (known?.run !== run) ", ""],
    ["one who stopped the exchange before has not", "known?.run !== run", "known === undefined"],
    [
      "what an earlier note had is read with a shorter one",
      "lines.slice(0, Number(head.slice(0, COUNT_DIGITS)))",
      "lines.slice(0, -1)",
    ],
  ]),
];

/** Bugs in the memory of earlier orders and requests. */
const KNOWN = [
  ...mutantsOf("whole", "src/engine/writer.ts", [
    ["commits are not added to what is known", "  known.add(events, writer.head);\n", ""],
  ]),
  ...mutantsOf("whole", "src/engine/repeats/known-entries.ts", [
    [
      "the last order of a batch is not known",
      'if (event.type === "order-placed") orders.add',
      'if (event.type === "order-placed" && event !== events.findLast(({ type }) => type === "order-placed")) orders.add',
    ],
    ["keys of requests are not known", "if (event.key !== undefined) requests.add(event.key);", ""],
    ["signatures are not known", "if (event.signed !== undefined) requests.add(event.signed);", ""],
    [
      "requests with a key are asked for by it alone",
      "(signed !== undefined && requests.mayHave(signed))",
      "(key === undefined && signed !== undefined && requests.mayHave(signed))",
    ],
  ]),
  ...mutantsOf("whole", "src/engine/repeats/known-digests.ts", [
    ["a fill misses what is committed meanwhile", "    filling?.add(digest);\n", ""],
    [
      "a full filter misses what comes while the next is filled",
      "    complete.add(digest);",
      "    if (!isFilling) complete.add(digest);",
    ],
    [
      "a filter answers before it is filled",
      "mayHave: (digest) => complete === undefined || complete.has(digest)",
      "mayHave: (digest) => (complete ?? filling)?.has(digest) ?? true",
    ],
    [
      "the last page is not read",
      "    place = last;",
      "    if (last < place + 3) return count;\n    place = last;",
    ],
  ]),
];

export const ENGINE_MUTANTS: readonly Mutant[] = [
  ...COMMITS,
  ...ANSWERS,
  ...PUBLICATIONS,
  ...QUARANTINE,
  ...KNOWN,
  ...mutantsOf("whole", "src/engine/writer.ts", [
    ["repeated orders are not looked up", "ids.size === 0 ? ids : findOrders([...ids])", "new Set<string>()"],
    ["repeated requests are not looked up", "names.length === 0 ? [] : findRequests(names)", "[]"],
    [
      "a look-up that fails found nothing",
      "if (isUnavailable(error)) return undefined;",
      "if (isUnavailable(error)) return NO_REPEATS;",
    ],
    [
      "a request is carried out while the store cannot be asked for it",
      "findKnownId(entry, known) === undefined && findKnownName(entry, known) === undefined;",
      "findKnownId(entry, known) === undefined;",
    ],
  ]),
  ...mutantsOf("whole", "src/engine/repeats/repeated-requests.ts", [
    ["equal requests of one batch are each carried out", "[...known, ...groups]", "[...known]"],
    [
      "another content gets the answer of the key's first",
      'if (repeat === undefined || repeat === "same") return { ...outcome, replayed: true };',
      "return { ...outcome, replayed: true };",
    ],
    [
      "a repeat is not said to be one",
      'repeat === "same") return { ...outcome, replayed: true };',
      'repeat === "same") return { ...outcome, replayed: false };',
    ],
  ]),
  ...mutantsOf("whole", "src/core/request.ts", [
    [
      "a request whose key was taken off is another one",
      "  if (later.signed === undefined || later.signed !== earlier.signed) return undefined;",
      "  if (later.signed === undefined || later.signed !== earlier.signed || earlier.key !== undefined) return undefined;",
    ],
    [
      "a new key on the same signature is a repeat",
      "    if (later.key !== earlier.key) return undefined;",
      '    if (later.key !== earlier.key) return later.signed === earlier.signed ? "same" : undefined;',
    ],
    [
      "the same signature with another query is another request",
      'return isSame && later.key === undefined ? "same" : "signature-reused";',
      'return isSame && later.key === undefined ? "same" : undefined;',
    ],
    ["a key is taken for that of any content", 'return isSame ? "same" : "key-reused";', 'return "same";'],
  ]),
  ...mutantsOf("whole", "src/engine/writer.ts", [
    ["repeats within a batch are not seen", "if (same !== undefined) same.push(entry);\n    else if", "if"],
    [
      "repeats within a batch are answered as committed",
      'const repeats = outcome.type === "committed" && entry !== group[0];',
      "const repeats = false;",
    ],
  ]),
  ...mutantsOf("whole", "src/engine/committed-reads.ts", [
    ["reads stay as they were", "      cachedReads.delete(market);\n", ""],
  ]),
  ...mutantsOf("whole", "src/core/events/touches.ts", [
    [
      "reads miss that a market is paused",
      "canceled: addOf, listed: add, status: add }",
      "canceled: addOf, listed: add }",
    ],
    [
      "reads miss that a market is listed anew",
      "canceled: addOf, listed: add, status: add }",
      "canceled: addOf, status: add }",
    ],
  ]),
  ...mutantsOf("whole", "src/engine/book-changes.ts", [
    ["the sequence of a book skips", "book.sequence += 1;", "book.sequence += levels.length > 2 ? 2 : 1;"],
    [
      "followers miss a level that was on both sides within a batch",
      "const key = bid ? price : -price;",
      "const key = price;",
    ],
    [
      "followers miss the levels that were filled",
      "    for (const { maker } of fills) touch(maker, order.id);\n",
      "",
    ],
  ]),
  ...mutantsOf("whole", "src/engine/time/key-deadlines.ts", [
    ["a session ends without cancelling", CANCEL, ""],
    ["a session ends although cancelling failed", CANCEL, CANCEL.replace(";", ".catch(() => undefined);")],
  ]),
  ...mutantsOf("whole", "src/engine/time/disconnects.ts", [
    ["a key that lost its connections has no grace period", "steady() + session.graceMs", "steady()"],
    [
      "one connection's end is that of all of its key",
      " || session.leases.size > 0) return;\n    session.",
      ") return;\n    session.",
    ],
    ["a connection is lost in a second", "LOST_MS = 10_000", "LOST_MS = 1_000"],
  ]),
  ...mutantsOf("whole", "src/engine/time/heartbeats.ts", [
    ["a key has five seconds", "const LIMIT_MS = 10_000;", "const LIMIT_MS = 5_000;"],
    ["beats are not stored", "      await saveHeartbeat(sql, next);\n", ""],
  ]),
  ...mutantsOf("whole", "src/engine/admission.ts", [
    ["the queue has no bound", "if (pending >= most)", "if (pending < 0)"],
    ["what waits undecided waits on", "ms > MAX_UNDECIDED_MS", "ms > 10 * MAX_UNDECIDED_MS"],
    ["what waits is given up at once", "ms > MAX_UNDECIDED_MS", "ms > MAX_UNDECIDED_MS / 10"],
    ["who waits for a commit waits on", "ms > MAX_COMMIT_MS", "ms > 10 * MAX_COMMIT_MS"],
    ["cancels are refused for the age of others", "if (!urgent && oldestMs", "if (oldestMs"],
  ]),
  ...mutantsOf("whole", "src/engine/availability.ts", [
    [
      "what the exchange forbids by itself is taken",
      "return rejectInMode(mode, command, why);",
      "return undefined;",
    ],
    [
      "a restriction stays when it is lifted",
      'if (mode === "normal") restrictions.delete(source);',
      'if (mode === "normal") return;',
    ],
  ]),
  ...mutantsOf("late-commit", "src/engine/engine.ts", [
    ["an answer is given twice", "    if (!open) return;\n", ""],
  ]),
];
