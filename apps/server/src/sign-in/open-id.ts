import * as client from 'openid-client';
import { limits } from '@tocsin/contracts/limits.js';
import type { SignInRow } from '@tocsin/contracts/sign-in.js';
import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { HttpProblem } from '../problems/problem.js';

type Settings = Omit<NonNullable<SignInRow['openId']>, 'clientSecretRef'>;

/** The identity provider’s claims about the person. */
export interface Claims {
  /** The issuer by its own name, however an admin typed it. */
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string | null;
}

/** State stored in the browser between the redirect to the provider and the return. */
export interface Round {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Uses our own HTTP client: with a deadline, a bounded body and no redirects. The address comes from an admin, so it may be private. */
const fetchBy =
  (outgoing: OutgoingHttp): client.CustomFetch =>
  async (url, { method, headers, body, signal }) => {
    const call = { headers, deadlineMs: limits.sendDeadline, trusted: true, ...(signal ? { signal } : {}) };
    const answer =
      method === 'POST'
        ? await outgoing.post(url, { ...call, body: body instanceof URLSearchParams ? body.toString() : '' })
        : await outgoing.get(url, call);
    const type = answer.headers['content-type'];
    return new Response(answer.status === 204 ? null : answer.body, {
      status: answer.status,
      headers: typeof type === 'string' ? { 'content-type': type } : {},
    });
  };

/** The authentication method that the provider supports; the header when it names none. */
const authentication =
  (secret: string): client.ClientAuth =>
  (server, metadata, body, headers) => {
    const inBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    return (inBody ? client.ClientSecretPost(secret) : client.ClientSecretBasic(secret))(server, metadata, body, headers);
  };

const discovered = (settings: Settings, secret: string, outgoing: OutgoingHttp): Promise<client.Configuration> =>
  client.discovery(new URL(settings.issuer), settings.clientId, undefined, authentication(secret), {
    [client.customFetch]: fetchBy(outgoing),
    timeout: limits.sendDeadline / 1_000,
    // Checks the signature even without TLS to the provider, because an admin may run one on a local network.
    execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks],
  });

/** The message of a failed call, without anything that was sent or received: that contains tokens. */
export const detailOf = (error: unknown): string => {
  if (error instanceof OutgoingFailed) return error.detail || error.reason;
  if (error instanceof client.AuthorizationResponseError || error instanceof client.ResponseBodyError)
    return `it answered “${error.error}”`;
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof OutgoingFailed) return detailOf(cause);
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : 'it answered something unexpected';
};

/** Throws sign_in.provider_silent, at the issuer’s field, when no provider answers there. */
export const checkProvider = async (settings: Settings, outgoing: OutgoingHttp): Promise<void> => {
  try {
    await discovered(settings, '', outgoing);
  } catch (error) {
    const message = `No identity provider answered here: ${detailOf(error)}.`;
    throw new HttpProblem('sign_in.provider_silent', {}, [{ path: 'openId.issuer', code: 'sign_in.provider_silent', message }]);
  }
};

/**
 * Authorization code flow with PKCE, state and nonce, with one provider. Throws errors of the library and the network: see
 * `detailOf`.
 */
export class OpenIdClient {
  private constructor(
    private readonly provider: client.Configuration,
    private readonly callback: string,
  ) {}

  static async of(settings: Settings, secret: string, callback: string, outgoing: OutgoingHttp): Promise<OpenIdClient> {
    return new OpenIdClient(await discovered(settings, secret, outgoing), callback);
  }

  static newRound(): Round {
    return { state: client.randomState(), nonce: client.randomNonce(), verifier: client.randomPKCECodeVerifier() };
  }

  /** The address to which the browser is redirected. */
  async address({ state, nonce, verifier }: Round): Promise<URL> {
    return client.buildAuthorizationUrl(this.provider, {
      redirect_uri: this.callback,
      scope: 'openid email profile',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    });
  }

  /** `query`: the query with which the provider redirected the browser back. */
  async claims(query: string, { state, nonce, verifier }: Round): Promise<Claims> {
    const answer = await client.authorizationCodeGrant(this.provider, new URL(`${this.callback}${query}`), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const identity = answer.claims()!;
    const message =
      identity.email === undefined && this.provider.serverMetadata().userinfo_endpoint
        ? { ...identity, ...(await client.fetchUserInfo(this.provider, answer.access_token, identity.sub)) }
        : identity;
    const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null);
    return {
      issuer: identity.iss,
      subject: identity.sub,
      email: text(message.email),
      emailVerified: message.email_verified === true,
      name: text(message.name),
    };
  }
}
