/** The texts in Portuguese that explain how the exchange works. */
import type { LearnText } from "./learn-en.ts";

export const learnPt: LearnText = {
  explanations: {
    chance:
      "O preço de uma ação, lido como probabilidade: a 62¢ quem negoceia dá ao resultado 62%. É o meio entre quem compra e quem vende, ou o último preço onde estão longe um do outro.",
    share:
      "Paga $1 se o resultado acontecer, e nada se não acontecer. Até lá pode ser vendida a qualquer momento.",
    profit:
      "O que ganha se o resultado acontecer: cada ação paga então $1, menos o que pagou. Se não acontecer, perde o que pagou.",
    averagePrice:
      "O preço de uma ação em toda a ordem. Uma ordem grande usa vários preços do livro, cada um pior que o anterior.",
    limitPrice:
      "O máximo que paga por uma ação, ou o mínimo que aceita. O que o livro não tem dentro dele fica lá à espera de outra pessoa.",
    slippage:
      "A distância do melhor preço até onde uma ordem a mercado pode ir. O que fosse pior não é negociado.",
    fee: "A parte que a bolsa guarda de um negócio. É mais alta a 50¢ e desce até 1¢ e 99¢. O boletim mostra-a antes de negociar.",
    spread:
      "A distância entre a oferta de venda mais barata e a oferta de compra mais cara. Quanto menor, menos custa comprar e voltar a vender.",
    depth:
      "O número de ações que se podem comprar ou vender até cada preço. Num mercado profundo uma ordem grande muda pouco o preço.",
    resolution:
      "A decisão sobre o resultado que aconteceu, segundo as regras do mercado. Termina a negociação, e as ações pagam.",
    disputed:
      "Alguém contesta o resultado que foi proposto. A negociação continua até o mercado ser resolvido.",
    negativeRisk:
      "Só um mercado do evento pode ganhar. Por isso ações Não de alguns podem tornar-se ações Sim de todos os outros, e dinheiro.",
  },
  howItWorks: {
    lead: "Um mercado faz uma pergunta sobre o futuro. Compra ações do resultado em que acredita.",
    ideas: "A ideia",
    pays: "Uma ação de um resultado paga $1 se o resultado acontecer, e nada se não acontecer.",
    price:
      "Por isso o seu preço é uma probabilidade: onde uma ação custa 62¢, quem negoceia dá ao resultado 62%.",
    sell: "Não precisa de esperar pelo resultado: as ações podem ser vendidas a qualquer momento, ao preço desse momento.",
    example: "Um exemplo em números",
    now: "De um mercado desta bolsa, ao preço de agora:",
    madeUp: "Nenhum mercado desta bolsa tem uma oferta agora, por isso os números são inventados.",
    buy: (size, outcome, price) => `Compra ${size} ações de ${outcome} a ${price}`,
    fee: "Taxa",
    paid: "Paga",
    wins: (outcome) => `O resultado é ${outcome}: recebe`,
    profit: "O seu lucro nesse caso",
    loses: (outcome) => `O resultado não é ${outcome}: perde`,
    even: (outcome, chance) => `É portanto uma boa compra se der a ${outcome} mais de ${chance}.`,
    toMarket: "Ver este mercado",
    orders: "Ordens",
    others:
      "Negoceia com outras pessoas, e não contra a bolsa. O livro tem o que elas oferecem comprar e vender.",
    marketOrder: "Uma ordem a mercado é negociada de imediato, aos melhores preços do livro.",
    limitOrder:
      "Uma ordem limite diz o seu preço. O que ninguém tem dentro dele espera no livro, e pode ser cancelado.",
    match:
      "Quem compra Sim e quem compra Não também se podem encontrar: juntos pagam $1, e cada um recebe uma ação.",
    fees: "Taxas",
    noFee: "O mercado do exemplo não cobra taxa.",
    someFee: (size, most) =>
      `No mercado do exemplo a taxa de ${size} ações é ${most} a 50¢, onde é mais alta.`,
    takers: "Só a paga uma ordem que é negociada de imediato. Uma que espera no livro não paga nada.",
    everybody: "As ordens que esperam no livro também a pagam, quando são negociadas.",
    each: "Cada mercado tem a sua taxa. O boletim mostra-a antes de negociar.",
    money: "Dinheiro",
    sandbox:
      "Isto é um ambiente de testes: os dólares são a fingir. Uma carteira nova traz alguns, e recebe mais com um clique.",
    production:
      "Os valores são em dólares. Entram e saem através do operador desta bolsa, que os credita ao endereço da sua carteira.",
    held: "O dinheiro de uma ordem que espera fica reservado, e volta a estar livre quando a ordem é cancelada.",
    result: "O resultado",
    decided: "O operador decide segundo as regras do mercado, que estão na página dele com a fonte.",
    proposed:
      "Antes disso um resultado pode ser proposto, com provas, e contestado. A negociação continua entretanto.",
    paidOut:
      "Depois cada ação do resultado que aconteceu paga $1, e a do outro nada. Onde nenhum serve, ambas pagam 50¢. As ordens que esperam são canceladas.",
    paidAtOnce: "A bolsa paga todas as ações por si, se o mercado não tiver outra definição.",
    claimed: "Recebe o que as suas ações pagam com um clique, na página do mercado ou no portefólio.",
    terms: "Os termos",
  },
};
