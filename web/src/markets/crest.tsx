/** A team's crest. */
import "../styles/markets/match.css";
import { drawMark } from "../../../src/http/page/previews/drawn-mark.ts";

/** Returns one or two capital letters for a name, such as "RM" for "Real Madrid" and "CO" for "Comets". */
function shorten(name: string): string {
  const [first = "", second] = name.split(/\s+/);
  return (second === undefined ? first.slice(0, 2) : first.slice(0, 1) + second.slice(0, 1)).toUpperCase();
}

/** Draws a team's crest: its initials on a shield in a colour of its own. It decorates the name beside it. */
export const Crest = ({ team }: { readonly team: string }) => (
  <svg className="crest" viewBox="0 0 40 44" aria-hidden="true">
    <path d="M3 3h34v21c0 9-8 14-17 18C11 38 3 33 3 24z" fill={drawMark(team).ground} />
    <text x="20" y="25" textAnchor="middle">
      {shorten(team)}
    </text>
  </svg>
);
