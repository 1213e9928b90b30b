/** The texts of the guide for newcomers in Portuguese. */
import type { GuideText } from "./guide-en.ts";

export const guidePt: GuideText = {
  steps: "Passos até ao seu primeiro negócio",
  past: "(feito)",
  leave: "Sair do guia",
  close: "Fechar o guia",
  names: {
    sandbox: { wallet: "Carteira", funds: "Dinheiro fictício", trade: "Primeiro negócio" },
    production: { wallet: "Carteira", funds: "Dinheiro", trade: "Primeiro negócio" },
  },
  wallet: {
    sandbox:
      "É novo aqui? Faz o seu primeiro negócio em três passos. Primeiro, crie uma carteira. Este navegador guarda a chave privada.",
    production:
      "É novo aqui? Faz o seu primeiro negócio em três passos. Primeiro, ligue a sua carteira ou crie uma.",
    make: "Criar uma carteira",
    other: "Usar outra carteira",
  },
  key: {
    kept: "Este navegador guarda a chave privada da sua carteira. Quem usar este navegador pode ler a chave.",
    forget: "Não guardar a minha chave",
    forgotten:
      "A sua chave privada está agora só nesta página. Copie a chave, ou perde-a quando fechar a página.",
    remember: "Guardar a minha chave",
  },
  funds: {
    sandbox: (amount) => `Tem ${amount} de dinheiro fictício.`,
    production: (amount) => `Tem ${amount} para negociar.`,
    next: "Continuar",
    none: "Esta carteira não tem dinheiro fictício.",
    ask: "O operador põe dinheiro nas carteiras: envie-lhe o seu endereço. O valor aparece aqui quando chegar.",
  },
  trade: {
    choose: "Escolha um mercado, por exemplo este:",
    of: (event, market) => `${event}: ${market}`,
    here: "Prima Sim ou Não, escreva uma quantia como $10 e prima Comprar.",
    none: "Nenhum mercado tem ações à venda agora. Volte a ver os mercados mais tarde.",
  },
  done: "Fez o seu primeiro negócio. Pode vender as suas ações a qualquer momento.",
};
