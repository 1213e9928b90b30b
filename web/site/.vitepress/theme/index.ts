/** Theme of the site: that of VitePress, with the fonts of the machine. */
import theme from "vitepress/theme-without-fonts";
import "./style.css";

// VitePress reads its theme from the default export.
// oxlint-disable-next-line import/no-default-export
export default theme;
