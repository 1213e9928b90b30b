/**
 * The exchange's own name, colour and logo, derived from the audit log. Each entry has the complete brand, not only the
 * change.
 */
import type { AuditStateEntry } from "../../store/reads/audit.ts";
import { followAuditEntries } from "./audit-state.ts";
import type { AuditStateOptions } from "./audit-state.ts";

/** Action of the audit log. */
export const SET_BRAND = "set-brand";

export type BrandSettings = {
  readonly name: string;
  /** A colour like #1f4fd8; `undefined` is the default of the style sheets. */
  readonly accent: string | undefined;
  /** Own logo; `undefined` is the logo of the program. */
  readonly logo: BrandLogo | undefined;
};

export type BrandLogo = {
  /** SHA-256 of the image, in hex. */
  readonly hash: string;
  readonly type: string;
  /** Width and height in pixels. */
  readonly side: number;
};

export const FIRST_BRAND: BrandSettings = { name: "Presage", accent: undefined, logo: undefined };

export type Brand = {
  read(): BrandSettings;
  /** Replaces all entries: the exchange was put back to an earlier state. */
  replace(entries: readonly AuditStateEntry[]): void;
};

export function createBrand(deeds: AuditStateOptions): Brand {
  let brand = FIRST_BRAND;
  const add = ({ action, details }: AuditStateEntry): void => {
    if (action === SET_BRAND) brand = readBrand(details);
  };
  const clear = (): void => {
    brand = FIRST_BRAND;
  };
  return { read: () => brand, replace: followAuditEntries(deeds, { add, clear }) };
}

type Details = Readonly<Record<string, unknown>>;

/** Writes a brand as the details of an audit entry, with the fields that changed. */
export const brandDetails = ({ name, accent, logo }: BrandSettings, before: BrandSettings): Details => ({
  name,
  accent: accent ?? null,
  logo: logo ?? null,
  changes: [
    { field: "name", from: before.name, to: name },
    { field: "accent", from: before.accent ?? null, to: accent ?? null },
    { field: "logo", from: before.logo?.hash ?? null, to: logo?.hash ?? null },
  ].filter(({ from, to }) => from !== to),
});

/** Reads the details of an audit entry back; throws if they are not those of a brand. */
export function readBrand({ name, accent, logo }: Details): BrandSettings {
  if (typeof name !== "string") throw new Error("an entry of the audit log does not describe a brand");
  return { name, accent: typeof accent === "string" ? accent : undefined, logo: readLogo(logo) };
}

function readLogo(logo: unknown): BrandLogo | undefined {
  if (typeof logo !== "object" || logo === null) return undefined;
  if (!("hash" in logo) || !("type" in logo) || !("side" in logo))
    throw new Error("an entry of the audit log does not describe a logo");
  return { hash: String(logo.hash), type: String(logo.type), side: Number(logo.side) };
}
