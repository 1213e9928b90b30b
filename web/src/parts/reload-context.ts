/** Loads the page anew. The trading page keeps the wallet of the visit through it. */
import { createContext } from "react";

export const ReloadContext = createContext((): void => location.reload());
