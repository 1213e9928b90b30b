/** The texts of the guide for newcomers in Portuguese. */
import type { GuideText } from "./guide-en.ts";

export const guidePt: GuideText = {
  steps: "Passos até ao primeiro negócio",
  past: "(feito)",
  leave: "Sair do guia",
  close: "Fechar o guia",
  names: {
    sandbox: { wallet: "Carteira", funds: "Dinheiro a fingir", trade: "Primeiro negócio" },
    production: { wallet: "Carteira", funds: "Dinheiro", trade: "Primeiro negócio" },
  },
  wallet: {
    sandbox:
      "Novo aqui? Três passos levam ao primeiro negócio. Primeiro uma carteira: é criada neste navegador, que a lembra.",
    production:
      "Novo aqui? Três passos levam ao primeiro negócio. Primeiro uma carteira: ligue a sua, ou crie uma.",
    make: "Criar uma carteira",
    other: "Usar outra",
  },
  key: {
    kept: "A chave da sua carteira está guardada neste navegador, onde quem o usar a pode ler.",
    forget: "Não guardar a minha chave",
    forgotten: "A chave está agora só nesta página: sem uma cópia, perde-se com ela.",
    remember: "Guardar a minha chave",
  },
  funds: {
    sandbox: (amount) => `Aqui tem ${amount} para experimentar. Nada disto é real.`,
    production: (amount) => `Tem ${amount} para negociar.`,
    next: "Passar ao primeiro negócio",
    none: "Esta carteira não tem dinheiro a fingir.",
    ask: "O dinheiro vem do operador desta bolsa. Dê-lhe o endereço da sua carteira; o valor aparece aqui quando chegar.",
  },
  trade: {
    choose: "Escolha um mercado, por exemplo este:",
    of: (event, market) => `${event}: ${market}`,
    here: "Prima Sim ou Não, escreva uma quantia como $10, e compre.",
    none: "Nenhum mercado tem uma oferta agora. Veja os mercados mais tarde.",
  },
  done: "Foi o seu primeiro negócio. As suas ações estão no portefólio, onde as pode vender a qualquer momento.",
};
