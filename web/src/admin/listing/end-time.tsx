/** The end of a market or an event. */
import { useFormats } from "../../text/language.tsx";
import { useConsoleText } from "../parts/console-text.ts";

/** Time in unix milliseconds. */
type EndTimeProps = { readonly at: number | undefined };

export function EndTime({ at }: EndTimeProps) {
  const { markets: words } = useConsoleText();
  const formats = useFormats();
  if (at === undefined) return <span className="soft">{words.noEnd}</span>;
  return <time dateTime={new Date(at).toISOString()}>{formats.zonedTime(at)}</time>;
}
