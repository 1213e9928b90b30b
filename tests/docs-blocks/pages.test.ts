/** Each page of the documents with blocks beside an exchange, run as a reader runs them. */
import assert from "node:assert/strict";
import { after, before, describe, it, test } from "node:test";
import { prepareDataDirectories } from "../support/presage.ts";
import type { DataDirectories } from "../support/presage.ts";
import { listPages, parsePage, readPage } from "./page-blocks.ts";
import { openExchange } from "./page-exchange.ts";
import type { PageExchange } from "./page-exchange.ts";
import { isRunHere } from "./page-faults.ts";
import { runBlocks, runPage } from "./run-page.ts";

/** Pages at once: each has an exchange and a database of its own. */
const concurrency = 2;
/** Page that is run alone, for one who writes it. */
const only = process.env["PAGE"];

describe("the blocks of a page do what the page shows:", { concurrency }, () => {
  let directories: DataDirectories;
  before(async () => {
    directories = await prepareDataDirectories();
  });
  after(() => directories.close());

  for (const page of listPages().map(readPage).filter(isRunHere))
    if (only === undefined || page.path.endsWith(only))
      it(page.path, async (context) => {
        context.diagnostic(`${await runPage(page, directories)} shell blocks are run`);
      });
});

const fence = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;
const page = (...parts: readonly string[]) => parsePage("page.md", ["# Page", ...parts].join("\n\n"));

describe("a page beside an exchange in production", { skip: only !== undefined && "not asked for" }, () => {
  let directories: DataDirectories;
  let exchange: PageExchange;
  before(async () => {
    directories = await prepareDataDirectories();
    exchange = await openExchange("production", directories);
  });
  after(async () => {
    await exchange.close();
    directories.close();
  });

  const CREATE = fence(
    "sh",
    'npx --no -- presage event create "Rain in May" --reason "a page" --json | jq -r .slug',
  );
  const TIME = "curl http://127.0.0.1:7001/time";

  it("shows the operator's commands, addresses, files, errors and JSON as they are", async () => {
    const count = await runBlocks(
      page(
        CREATE,
        fence("text", "rain-in-may"),
        fence(
          "js",
          '// ask.mjs\nconst { url } = await fetch("http://127.0.0.1:7001/time");\nconsole.log(url);',
        ),
        fence("sh", "npx --no -- node ask.mjs"),
        "It tells whom it asked:",
        fence("text", "http://127.0.0.1:7001/time"),
        "<!-- first: answer=42 -->",
        fence("sh", `echo "{\\"answer\\": $answer}"`),
        fence("json", '{\n  "answer": 42\n}'),
        fence("sh", "npx --no -- presage event archive nothing --reason none"),
        fence("text", "presage: …"),
      ),
      exchange,
    );
    assert.equal(count, 4);
  });

  for (const [what, says, ...parts] of [
    ["another output", /page\.md:3: ended with 0/, fence("sh", "echo rain"), fence("text", "snow")],
    [
      "an output with a line too many",
      /page\.md:3: /,
      fence("sh", "echo rain; echo snow"),
      fence("text", "rain"),
    ],
    ["a failure that it does not show", /page\.md:3: ended with 7/, fence("sh", "(exit 7)\necho done")],
    [
      "an error that does not come",
      /page\.md:3: ended with 0/,
      fence("sh", "true"),
      fence("text", "presage: no"),
    ],
    ["JSON of other fields", /page\.md:3: /, fence("sh", "echo '{\"a\":1}'"), fence("json", '{"b": 1}')],
    [
      "a program that runs on and ends at once",
      /page\.md:5: /,
      "<!-- runs on -->",
      fence("sh", "true"),
      fence("text", "ready"),
    ],
    ["a path that the exchange lacks", /page\.md:3: ended with 22/, fence("sh", `${TIME}s --fail`)],
  ] as const)
    it(`is refused with ${what}`, async () => {
      await assert.rejects(runBlocks(page(...parts), exchange), says);
    });
});

test("a page that starts its exchange itself", { skip: only !== undefined && "not asked for" }, async () => {
  const directories = await prepareDataDirectories();
  const exchange = await openExchange("no exchange", directories);
  try {
    const started = page(
      "<!-- runs on -->",
      fence("sh", "npx --no -- presage start --demo empty"),
      fence("text", "…\n…http://127.0.0.1:7001…\n…http://127.0.0.1:7011…\n…\n…Ctrl-C…"),
      "<!-- runs on, prints later -->",
      fence(
        "sh",
        "echo begins; npx --no -- presage follow --type market.created | jq -r --unbuffered .data.slug",
      ),
      fence("text", "begins\nsnow"),
      fence("sh", 'npx --no -- presage event create "Snow" --reason "a page" > event.txt'),
      fence("sh", 'npx --no -- presage market create snow "Snow?" --reason "a page" --json | jq -r .slug'),
      fence("text", "snow"),
    );
    assert.equal(await runBlocks(started, exchange), 4);
  } finally {
    await exchange.close();
    directories.close();
  }
});
