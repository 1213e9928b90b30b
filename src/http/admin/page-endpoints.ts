/** Operations about the traders' page: its announcements, and its brand. */
import type { Endpoint } from "../endpoint.ts";
import { announce, listAnnouncements, withdrawAnnouncement } from "./announcements.ts";
import { getBrand, setBrand } from "./brand.ts";

export const PAGE_ENDPOINTS: readonly Endpoint[] = [
  announce,
  listAnnouncements,
  withdrawAnnouncement,
  getBrand,
  setBrand,
];
