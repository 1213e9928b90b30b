/** The view for unknown addresses. */
import { Link } from "wouter";
import { useText } from "../../text/language.tsx";
import { View } from "../parts/view.tsx";
import { useConsoleText } from "../console-text.ts";

export function UnknownView() {
  const { common } = useText();
  const { nav } = useConsoleText();
  return (
    <View title={common.notFound}>
      <p>
        <Link href="/">{nav.views.overview}</Link>
      </p>
    </View>
  );
}
