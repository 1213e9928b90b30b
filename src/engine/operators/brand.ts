/**
 * The exchange's own name, colour and logo, derived from the audit log. Each entry has the complete brand, not only the
 * change.
 */
import { encodeDetails } from "../../core/events/audit-actions.ts";
import type { AuditDetails, AuditStateEntry } from "../../core/events/audit-actions.ts";
import { followAuditEntries } from "./audit-state.ts";
import type { AuditStateOptions } from "./audit-state.ts";

/**
 * Name, accent and logo. An accent is a colour like #1f4fd8; without one, that of the style sheets is shown. A logo has
 * the SHA-256 of its image and its side in pixels; without one, the logo of the program is shown.
 */
export type BrandSettings = AuditDetails<"set-brand">;

export const FIRST_BRAND: BrandSettings = { name: "Presage", accent: undefined, logo: undefined };

export type Brand = {
  read(): BrandSettings;
  /** Replaces all entries: the exchange was put back to an earlier state. */
  replace(entries: readonly AuditStateEntry[]): void;
};

export function createBrand(auditLog: AuditStateOptions): Brand {
  let brand = FIRST_BRAND;
  const set = (next: BrandSettings): void => void (brand = next);
  const replace = followAuditEntries(auditLog, () => set(FIRST_BRAND), {
    "set-brand": ({ details }) => set(details),
  });
  return { read: () => brand, replace };
}

/** Writes a brand as the details of an audit entry, with the fields that changed. */
export const brandDetails = (brand: BrandSettings, before: BrandSettings) => ({
  ...encodeDetails("set-brand", brand),
  changes: [
    { field: "name", from: before.name, to: brand.name },
    { field: "accent", from: before.accent ?? null, to: brand.accent ?? null },
    { field: "logo", from: before.logo?.hash ?? null, to: brand.logo?.hash ?? null },
  ].filter(({ from, to }) => from !== to),
});
