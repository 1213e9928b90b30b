/** Paths of the web page. The page has its routes from here, and the server the paths that it answers with the page. */
export const PAGE_PATHS = {
  home: "/",
  event: "/event/:slug",
  portfolio: "/portfolio",
  leaderboard: "/leaderboard",
  activity: "/activity",
  search: "/search",
  profile: "/profile/:address",
  howItWorks: "/how-it-works",
  developers: "/developers",
  invite: "/invite/:code",
  admin: "/admin",
} as const;
