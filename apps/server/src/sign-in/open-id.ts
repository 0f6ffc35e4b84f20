import * as client from 'openid-client';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import type { SignInRow } from '@tocsin/contracts/sign-in/noun.js';
import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { HttpProblem } from '../problems/problem.js';

type OpenIdSettings = Omit<NonNullable<SignInRow['openId']>, 'clientSecretRef'>;

/** The identity provider’s claims about the person. */
export interface OpenIdClaims {
  /** The issuer by its own name, however an admin typed it. */
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly name: string | null;
}

/** State stored in the browser between the redirect to the provider and the return. */
export interface OpenIdState {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Uses our own HTTP client: with a deadline, a bounded body and no redirects. The address comes from an admin, so it may be private. */
const fetchBy =
  (outgoing: OutgoingHttp): client.CustomFetch =>
  async (url, { method, headers, body, signal }) => {
    const call = { headers, deadlineMs: alertGroupLimits.sendDeadline, isTrusted: true, ...(signal ? { signal } : {}) };
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
const createAuthentication =
  (secret: string): client.ClientAuth =>
  (server, metadata, body, headers) => {
    const isSecretInBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    return (isSecretInBody ? client.ClientSecretPost(secret) : client.ClientSecretBasic(secret))(server, metadata, body, headers);
  };

const discoverProvider = (settings: OpenIdSettings, secret: string, outgoing: OutgoingHttp): Promise<client.Configuration> =>
  client.discovery(new URL(settings.issuer), settings.clientId, undefined, createAuthentication(secret), {
    [client.customFetch]: fetchBy(outgoing),
    timeout: alertGroupLimits.sendDeadline / 1_000,
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
export const checkProvider = async (settings: OpenIdSettings, outgoing: OutgoingHttp): Promise<void> => {
  try {
    await discoverProvider(settings, '', outgoing);
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

  static async of(settings: OpenIdSettings, secret: string, callback: string, outgoing: OutgoingHttp): Promise<OpenIdClient> {
    return new OpenIdClient(await discoverProvider(settings, secret, outgoing), callback);
  }

  static createState(): OpenIdState {
    return { state: client.randomState(), nonce: client.randomNonce(), verifier: client.randomPKCECodeVerifier() };
  }

  /** The address to which the browser is redirected. */
  async createAddress({ state, nonce, verifier }: OpenIdState): Promise<URL> {
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
  async exchangeCode(query: string, { state, nonce, verifier }: OpenIdState): Promise<OpenIdClaims> {
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
    const nonEmptyText = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null);
    return {
      issuer: identity.iss,
      subject: identity.sub,
      email: nonEmptyText(message.email),
      isEmailVerified: message.email_verified === true,
      name: nonEmptyText(message.name),
    };
  }
}
