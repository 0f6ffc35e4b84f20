/** The address in `From`: `Nagios <nagios@example.org>`, or the address alone. */
const addressIn = (from: string): string => (/<([^<>]*)>\s*$/.exec(from)?.[1] ?? from).trim().toLowerCase();

/** Whether an integration takes mails from there: it names addresses, and domains as `@example.org`. None named: it takes all. */
export const isTakenFrom = (from: string, senders: readonly string[] | undefined): boolean => {
  if (!senders || senders.length === 0) return true;
  const address = addressIn(from);
  return senders.some((one) => (one.startsWith('@') ? address.slice(address.lastIndexOf('@')) === one : address === one));
};
