/** Parts that follow from what operators did, read from the audit log at a start and kept up by each commit. */
import { inSnapshot } from "../store/sql/table-stream.ts";
import { listAnnouncementEntries } from "../store/reads/announcement-entries.ts";
import { listBrandEntries } from "../store/reads/brand-entries.ts";
import { listHouseEntries } from "../store/reads/house-entries.ts";
import { createAnnouncements } from "./announcements.ts";
import type { Announcements } from "./announcements.ts";
import { createBrand } from "./brand.ts";
import type { Brand } from "./brand.ts";
import { createHouse } from "./house.ts";
import type { House, HouseOptions } from "./house.ts";

export type OperatorParts = {
  /** The operators' own market makers. */
  readonly house: House;
  /** Announcements of the operators to all traders. */
  readonly announcements: Announcements;
  /** Name, colour and logo of the exchange. */
  readonly brand: Brand;
};

type Kept = Omit<HouseOptions, "entries">;

/** Takes as long as it needs; the recovery left the read tables with the whole journal. */
export async function openOperatorParts(
  databaseUrl: string,
  { engine, masterKey }: Kept,
): Promise<OperatorParts> {
  const { house, announcements, brand } = await readEntries(databaseUrl);
  return {
    house: createHouse({ entries: house, engine, masterKey }),
    announcements: createAnnouncements({ entries: announcements, engine }),
    brand: createBrand({ entries: brand, engine }),
  };
}

/** Reads them anew, after the exchange was put back to an earlier state. */
export async function reloadOperatorParts(parts: OperatorParts, databaseUrl: string): Promise<void> {
  const { house, announcements, brand } = await readEntries(databaseUrl);
  parts.house.replace(house);
  parts.announcements.replace(announcements);
  parts.brand.replace(brand);
}

const readEntries = (databaseUrl: string) =>
  inSnapshot(databaseUrl, "presage load", async (sql) => ({
    house: await listHouseEntries(sql),
    announcements: await listAnnouncementEntries(sql),
    brand: await listBrandEntries(sql),
  }));
