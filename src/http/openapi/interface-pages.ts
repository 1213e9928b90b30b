/** The pages of the interfaces that every dialect has. */
import type { InterfaceName } from "../interfaces.ts";
import type { InterfacePage } from "./document.ts";
import { catalogPage } from "./catalog-page.ts";
import { dataPage } from "./data-page.ts";
import { tradingPage } from "./trading-page.ts";

export const INTERFACE_PAGES: { readonly [N in InterfaceName]: InterfacePage } = {
  trading: tradingPage,
  data: dataPage,
  catalog: catalogPage,
};
