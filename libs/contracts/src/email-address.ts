import { z } from 'zod';

/** A host name with its letters outside ASCII converted (RFC 5891): `bücher.example` → `xn--bcher-kva.example`. Others, and what is none, as they are. */
export const toAsciiHost = (host: string): string => {
  const isAscii = /^[\x20-\x7e]*$/.test(host);
  return isAscii || /[\s/?#@:\\]/.test(host) ? host : (URL.parse(`http://${host}`)?.hostname ?? host);
};

/** An e-mail address with its domain in ASCII, as mail servers take it. */
export const toAsciiAddress = (address: string): string => {
  const at = address.lastIndexOf('@');
  return at < 0 ? address : `${address.slice(0, at + 1)}${toAsciiHost(address.slice(at + 1))}`;
};

/** As zod’s own pattern, and with converted top-level domains (`xn--p1ai`). */
const pattern =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]*[A-Za-z0-9])$/;

/** An e-mail address whose domain is in ASCII. */
export const emailAddress = z.email({ pattern });

/** An e-mail address as a person types it. */
export const typedEmail = z.string().overwrite(toAsciiAddress).check(emailAddress);
