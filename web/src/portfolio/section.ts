/** What every part of the portfolio is given. */
import type { Trader } from "../wallet/session.tsx";

export type SectionProps = { readonly trader: Trader };
