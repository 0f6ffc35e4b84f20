/** What Monit’s own words for an event end with when it is over: `Connection succeeded`, `Link up`, `Exists`. */
const over = /(?:\bsucceeded|\brecovery|\bok|\bup|^exists|\bnot changed)$/i;
const state =
  /^invalid |(?:^| )(?:failed|matched|exceeded|error|succeeded|(?:not )?changed|(?:doesn't )?match|down|up|ok|recovery|does not exist|exists)$/i;

/** The check is the same when it is over: `connection`; of a process that is gone, nothing. */
export const monitEventOf = (event: string): { readonly check: string; readonly isOver: boolean } => ({
  check: event.replace(state, '').toLowerCase(),
  isOver: over.test(event),
});
