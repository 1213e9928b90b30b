/** Reloads the page. The trading page preserves the visit's wallet across it. */
import { createContext } from "react";

export const ReloadContext = createContext((): void => location.reload());
