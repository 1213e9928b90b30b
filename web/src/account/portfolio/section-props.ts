/** Properties of every section of the portfolio. */
import type { Trader } from "../wallet/session.tsx";

export type SectionProps = { readonly trader: Trader };
