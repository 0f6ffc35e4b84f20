import { createHash, createHmac } from 'node:crypto';
import { isSameText } from './same-bytes.js';

export interface TwilioRequest {
  /** The called URL: scheme, host and port of the public address, then the raw request target, byte for byte. */
  readonly url: string;
  readonly contentType: string | undefined;
  readonly body: string;
  /** `X-Twilio-Signature`, or `X-SignalWire-Signature`. */
  readonly signature: string;
}

/** A parameter that is given several times is signed with each value once, in order, or with all as they came. */
type RepeatedNames = 'sorted' | 'as sent';

/** By code unit, which for a provider’s names and values is the order of code points. */
const byText = (left: string, right: string): number => (left < right ? -1 : Number(left > right));

const signedParameters = (body: string, repeatedNames: RepeatedNames): string => {
  const parameters = new URLSearchParams(body);
  return [...new Set(parameters.keys())]
    .toSorted(byText)
    .flatMap((name) => {
      const values = parameters.getAll(name);
      return (repeatedNames === 'sorted' ? [...new Set(values)].toSorted(byText) : values).map((value) => name + value);
    })
    .join('');
};

/** The addresses that may have been signed: as configured, without a port, and with the scheme’s default port. */
const signedUrls = (url: string): readonly string[] => {
  const parts = /^(https?):\/\/([^/?#]*?)(?::\d+)?([/?].*)?$/s.exec(url);
  if (!parts) return [url];
  const [, scheme, host, rest = ''] = parts;
  return [url, `${scheme}://${host}${rest}`, `${scheme}://${host}:${scheme === 'https' ? 443 : 80}${rest}`];
};

const isForm = (contentType: string | undefined): boolean => /^application\/x-www-form-urlencoded\b/i.test(contentType ?? '');

/** A body that is no form is signed by its hash in the address; one without a hash can’t be checked. */
const isBodySigned = ({ url, contentType, body }: TwilioRequest): boolean => {
  if (isForm(contentType) || body === '') return true;
  const [, digest] = /[?&]bodySHA256=([0-9a-f]{64})(?:&|$)/i.exec(url) ?? [];
  return digest !== undefined && isSameText(digest.toLowerCase(), createHash('sha256').update(body).digest('hex'));
};

const isSigned = (keys: readonly string[], request: TwilioRequest, repeatedNames: RepeatedNames): boolean => {
  const parameters = isForm(request.contentType) ? signedParameters(request.body, repeatedNames) : '';
  const isOneOf = signedUrls(request.url).some((url) =>
    keys.some((key) =>
      isSameText(
        createHmac('sha1', key)
          .update(url + parameters)
          .digest('base64'),
        request.signature,
      ),
    ),
  );
  return isOneOf && isBodySigned(request);
};

/**
 * Whether one of these AuthTokens signed this request: two while one is replaced. It proves neither the account in the body nor that the request is new:
 * it has no time. Source: twilio.com/docs/usage/security, and npm `twilio` 6.2.
 */
export const isSignedByTwilio = (authTokens: readonly string[], request: TwilioRequest): boolean => isSigned(authTokens, request, 'sorted');

/** Parameters that repeat are signed as they came. Source: npm `@signalwire/compatibility-api` 3.2. */
export const isSignedBySignalwire = (signingKeys: readonly string[], request: TwilioRequest): boolean =>
  isSigned(signingKeys, request, 'as sent');
