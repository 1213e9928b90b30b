/** Texts of the site's own controls in Portuguese, and the names of controls that VitePress writes into each page in English. */
import type { DefaultTheme, MarkdownRenderer } from "vitepress";

/** Labels of the theme. */
export const PORTUGUESE_LABELS: DefaultTheme.Config = {
  outline: { level: [2, 3], label: "Nesta página" },
  langMenuLabel: "Mudar idioma",
  returnToTopLabel: "Voltar ao topo",
  sidebarMenuLabel: "Menu",
  darkModeSwitchLabel: "Cores",
  lightModeSwitchTitle: "Mudar para o tema claro",
  darkModeSwitchTitle: "Mudar para o tema escuro",
  skipToContentLabel: "Ir para o conteúdo",
  notFound: {
    title: "Esta página não existe",
    quote:
      "O endereço pode ter um erro, ou a página pode ter outro nome nesta versão. Procure as palavras no topo.",
    linkText: "Ir para o início",
    linkLabel: "Ir para o início",
  },
};

/** Texts of the search. */
export const PORTUGUESE_SEARCH: Pick<DefaultTheme.LocalSearchOptions, "translations"> = {
  translations: {
    button: { buttonText: "Procurar", buttonAriaLabel: "Procurar" },
    modal: {
      displayDetails: "Mostrar detalhes",
      resetButtonTitle: "Limpar a procura",
      backButtonTitle: "Fechar a procura",
      noResultsText: "Nenhum resultado para",
      footer: {
        selectText: "abrir",
        selectKeyAriaLabel: "Enter",
        navigateText: "navegar",
        navigateUpKeyAriaLabel: "Seta para cima",
        navigateDownKeyAriaLabel: "Seta para baixo",
        closeText: "fechar",
        closeKeyAriaLabel: "Esc",
      },
    },
  },
};

const isPortuguese = ({ relativePath }: { relativePath?: string }): boolean =>
  relativePath?.startsWith("pt/") ?? false;

/** Names the links of headings and the buttons of blocks in Portuguese on the pages in Portuguese. */
export function nameControls({ core, renderer: { rules } }: MarkdownRenderer): void {
  core.ruler.push("portuguese-headings", ({ tokens, env }) => {
    if (!isPortuguese(env)) return;
    for (const link of tokens.flatMap(({ children }) => children ?? [])) {
      const label = link.attrGet("aria-label");
      if (label !== null) link.attrSet("aria-label", label.replace(/^Permalink to /, "Ligação para "));
    }
  });
  const { fence } = rules;
  rules.fence = (tokens, index, options, env, self) => {
    const block = fence?.(tokens, index, options, env, self) ?? "";
    return isPortuguese(env) ? block.replace('title="Copy Code"', 'title="Copiar o código"') : block;
  };
}
