/**
 * Scope of a catalog read. All parts of an answer come from one snapshot of the database, hence one commit. `creator`
 * limits it to certain wallets. Drafts are visible only at the operator's address. `since` defines the last 24 hours.
 */
import type { Context } from "../../context.ts";
import { parseAddress } from "../../signing/address.ts";
import { HOUR_MS } from "../../store/catalog/catalog-records.ts";
import type { Scope, SinceHour } from "../../store/catalog/catalog-records.ts";
import { findSiteWallets } from "../../store/catalog/sites.ts";
import type { AnySql } from "../../store/sql/database.ts";
import type { FencedPool } from "../../store/sql/fenced-pool.ts";
import { readSnapshot } from "../../store/sql/transact.ts";
import type { Dialect } from "../dialects/dialect.ts";
import type { Answer } from "../operation/endpoint.ts";
import { answerUntilCommit, nameAnswer } from "../operation/ready-answer.ts";
import { badParameter } from "./refusal.ts";

export type CatalogRead = { readonly sql: AnySql; readonly scope: Scope; readonly since: SinceHour };

type ScopedRequest = {
  readonly context: Context;
  readonly dialect: Dialect;
  readonly forOperators: boolean;
  readonly query: { readonly creator?: string };
};

const HOURS = 24;

const readSince = ({ clock }: Pick<Context, "clock">): SinceHour => Math.floor(clock() / HOUR_MS) - HOURS;

type Read = (reading: CatalogRead) => Promise<Answer>;

/** Reads by names or words, with few forms of statements. Refuses a `creator` wallet with a wrong checksum. */
export const readCatalog = (asked: ScopedRequest, read: Read): Promise<Answer> =>
  readIn(asked, asked.context.readSql, read);

/** Reads lists: their filters and orders give statements of many forms, so ad-hoc connections are used. */
export const readList = (asked: ScopedRequest, read: Read): Promise<Answer> =>
  readIn(asked, asked.context.adHocSql, read);

async function readIn(
  { context, dialect, forOperators: drafts, query }: ScopedRequest,
  pool: FencedPool,
  read: Read,
): Promise<Answer> {
  const { creator } = query;
  if (creator !== undefined && isWallet(creator) && readWallet(creator) === undefined)
    return badParameter("creator", dialect);
  const since = readSince(context);
  return readSnapshot(await pool(), async (sql) =>
    read({ sql, scope: { creators: await listCreatorWallets(sql, creator), drafts }, since }),
  );
}

/** Reads a list, or returns the bytes of the same list from before, if there was no commit since. `kind` names the operation. */
export const readListAnswer = async (asked: ScopedRequest, kind: string, read: Read): Promise<Answer> =>
  answerUntilCommit(
    asked.context,
    { name: nameRead({ ...asked, params: {} }, kind), since: readSince(asked.context) },
    async () => readList(asked, read),
  );

/** An answer, and the catalog id of the one event that it is about, if nothing else changes it. */
type EventAnswer = { readonly answer: Answer; readonly eventId?: string | undefined };

type NamedRequest = ScopedRequest & { readonly params: unknown };

/**
 * Reads an answer about one event, or returns the bytes of the same answer from before, if no commit has touched the event
 * since. `kind` names the operation. Answers for a creator are always read, since sites and their wallets change without
 * a commit.
 */
export async function readEventAnswer(
  asked: NamedRequest,
  kind: string,
  read: (reading: CatalogRead) => Promise<EventAnswer>,
): Promise<Answer> {
  const { context } = asked;
  const name = nameRead(asked, kind);
  if (name === undefined) return readCatalog(asked, async (reading) => (await read(reading)).answer);
  const ready = context.readyAnswers.find(name, readSince(context));
  if (ready !== undefined) return ready;
  const watch = context.readyAnswers.watch();
  try {
    return await readCatalog(asked, async (reading) => {
      const { answer, eventId } = await read(reading);
      if (eventId === undefined || !("body" in answer)) return answer;
      const json = Buffer.from(JSON.stringify(answer.body));
      // The hour may have changed since the look for an answer.
      watch.store({ name, since: reading.since, eventId, json });
      return { json };
    });
  } finally {
    watch.end();
  }
}

/** Names the answer to a request; `undefined` if it is not stored. */
const nameRead = ({ dialect, forOperators, params, query }: NamedRequest, kind: string): string | undefined =>
  query.creator === undefined ? nameAnswer(kind, dialect, forOperators, params, query) : undefined;

const isWallet = (text: string): boolean => /^0x[0-9a-f]{40}$/i.test(text);
const readWallet = (text: string): string | undefined => parseAddress(text.replace(/^0X/, "0x"));

/** Lists the wallets of a creator; an unknown site has none. */
async function listCreatorWallets(sql: AnySql, creator: string | undefined): Promise<Scope["creators"]> {
  if (creator === undefined) return undefined;
  const wallet = readWallet(creator);
  return wallet === undefined ? findSiteWallets(sql, creator) : [wallet];
}
