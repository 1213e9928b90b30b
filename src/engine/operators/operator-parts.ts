/**
 * Parts in memory beside the state: operators' actions, read from the audit log and updated by each commit, and the
 * names of wallets.
 */
import { createHash } from "node:crypto";
import type { Log } from "../../base/log-event.ts";
import { deriveInviteCode } from "../../signing/credentials.ts";
import { refreshSkeletons } from "../../store/names/refresh-skeletons.ts";
import { listWalletNames } from "../../store/names/wallet-names.ts";
import { listAnnouncementEntries, listBrandEntries, listHouseMakerEntries } from "../../store/reads/audit.ts";
import { openDatabase } from "../../store/sql/database.ts";
import type { OwnSql } from "../../store/sql/database.ts";
import { inSnapshot } from "../../store/sql/table-stream.ts";
import type { Snapshot } from "../../store/sql/table-stream.ts";
import type { OwnNetwork } from "../../operate/webhooks/send-message.ts";
import { createWebhooks } from "../../operate/webhooks/webhooks.ts";
import type { Webhooks } from "../../operate/webhooks/webhooks.ts";
import { createAnnouncements } from "./announcements.ts";
import type { Announcements } from "./announcements.ts";
import { createBrand } from "./brand.ts";
import type { Brand } from "./brand.ts";
import type { Clocks } from "../time/clocks.ts";
import type { Engine } from "../engine.ts";
import { createHouseMakerRegistry } from "./house-maker-registry.ts";
import type { HouseMakerRegistry } from "./house-maker-registry.ts";
import { createNames } from "./names.ts";
import type { Names } from "./names.ts";
import { createPeople } from "./people.ts";
import type { People } from "./people.ts";
import type { TimedParts } from "../time/timed-parts.ts";

// Codes in the links of invites. They are derived from the master key, so that neither the journal nor a table has a
// usable code. A code is found by its hash.

type InviteCodes = {
  /** Derives the code of an invite: 26 letters and digits. */
  codeOf(id: string): string;
  /** Finds the id of the invite with this code, ignoring case; `undefined` if there is none. */
  idOf(code: string): string | undefined;
  /** Reads the invites again: the exchange was put back to an earlier state. */
  reload(): void;
};

type InviteCodesOptions = {
  readonly masterKey: Uint8Array;
  readonly engine: Pick<Engine, "exchange" | "follow">;
};

function createInviteCodes({ masterKey, engine }: InviteCodesOptions): InviteCodes {
  const ids = new Map<string, string>();
  const codeOf = (id: string): string => deriveInviteCode(masterKey, id);
  const add = (id: string): unknown => ids.set(hashCode(codeOf(id)), id);
  const reload = (): void => {
    ids.clear();
    for (const id of engine.exchange.invites.keys()) add(id);
  };
  reload();
  engine.follow(({ events }) => {
    for (const event of events)
      if (event.type === "operated" && event.action === "make-invite") add(event.subject);
  });
  return { codeOf, idOf: (code) => ids.get(hashCode(code.toLowerCase())), reload };
}

const hashCode = (code: string): string => createHash("sha256").update(code).digest("hex");

export type OperatorParts = {
  /** The house market makers. */
  readonly house: HouseMakerRegistry;
  /** Announcements of the operators to all traders. */
  readonly announcements: Announcements;
  /** Name, colour and logo of the exchange. */
  readonly brand: Brand;
  /** Names of wallets. */
  readonly names: Names;
  /** The search of people by their names and addresses. */
  readonly people: People;
  /** Codes in the links of invites. */
  readonly inviteCodes: InviteCodes;
  /** Operators' endpoints for public events. */
  readonly webhooks: Webhooks;
};

type OperatorPartsContext = {
  readonly sql: OwnSql;
  readonly engine: Engine;
  readonly clocks: Clocks;
  readonly masterKey: Uint8Array;
  readonly log: Log;
  readonly databaseUrl: string;
  /** Networks of the operator that webhooks may reach. */
  readonly network: OwnNetwork;
  /** Called with each wallet whose name changed. */
  readonly onNameChange?: (wallet: string) => void;
};

/** Opens these parts with entries as of the engine's last batch. */
export function openOperatorParts(
  read: OperatorEntries,
  { sql, engine, clocks, masterKey, log, ...options }: OperatorPartsContext,
): OperatorParts {
  const { databaseUrl, network, onNameChange: onChange } = options;
  const house = createHouseMakerRegistry({ entries: read.house, engine, masterKey });
  const now = (): number => Math.max(clocks.now(), engine.head().at);
  const brand = createBrand({ entries: read.brand, engine });
  const names = createNames({ names: read.names, sql, now, house, brand, onChange });
  return {
    house,
    announcements: createAnnouncements({ entries: read.announcements, engine }),
    brand,
    names,
    people: createPeople({ names, accounts: () => engine.exchange.accounts }),
    inviteCodes: createInviteCodes({ masterKey, engine }),
    webhooks: createWebhooks({ sql, databaseUrl, masterKey, network, log, commits: engine }),
  };
}

/** Pauses background work of these parts and the timed ones; the returned function resumes it. */
export async function pauseParts(timed: TimedParts, { webhooks }: OperatorParts): Promise<() => void> {
  const resumes = [await timed.pauseTimedParts(), await webhooks.pause()];
  return () => resumes.forEach((resume) => resume());
}

/** Recomputes skeletons that an earlier version of the rules made, in a session without statement timeout. */
export async function refreshStoredSkeletons(databaseUrl: string): Promise<void> {
  const loading = openDatabase(databaseUrl, { name: "presage load", maxConnections: 1 });
  try {
    await refreshSkeletons(loading);
  } finally {
    await loading.end();
  }
}

/** Replaces the entries, after the exchange was put back to an earlier state. */
export function reloadOperatorParts(
  parts: OperatorParts,
  { house, announcements, brand, names }: OperatorEntries,
): void {
  parts.house.replace(house);
  parts.announcements.replace(announcements);
  parts.brand.replace(brand);
  parts.names.replace(names);
  parts.people.forget();
  parts.inviteCodes.reload();
}

/** Entries that these parts begin with. */
export type OperatorEntries = Awaited<ReturnType<typeof readOperatorEntries>>;

/** Reads the entries of the read tables. */
export const readOperatorEntries = async (sql: Snapshot) => ({
  house: await listHouseMakerEntries(sql),
  announcements: await listAnnouncementEntries(sql),
  brand: await listBrandEntries(sql),
  names: await listWalletNames(sql),
});

/** Reads the entries in a session without time limits. The read tables must have the whole journal. */
export const readAllEntries = (databaseUrl: string): Promise<OperatorEntries> =>
  inSnapshot(databaseUrl, "presage load", readOperatorEntries);
