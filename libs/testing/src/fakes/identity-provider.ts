import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** A person known to the provider: they sign in there by typing their subject. */
export interface ProviderPerson {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly name?: string;
}

export interface ProviderClient {
  readonly id: string;
  readonly secret: string;
  /** The redirect URI. */
  readonly callback: string;
}

/** A certified OpenID provider on loopback, with its own sign-in pages, that records the issued secrets. */
export class IdentityProvider {
  /** Issued codes and tokens. */
  readonly issuedCodes: string[] = [];
  private people: readonly ProviderPerson[] = [];

  private constructor(
    private readonly server: Server,
    readonly issuer: string,
  ) {}

  static async start(client: ProviderClient): Promise<IdentityProvider> {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const provider = new IdentityProvider(server, issuer);
    const oidc = new Provider(issuer, {
      clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [client.callback] }],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      pkce: { required: () => true },
      ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
      cookies: { keys: ['for tests'] },
      findAccount: (_context, sub) => {
        const providerPerson = provider.people.find((person) => person.sub === sub);
        return providerPerson && { accountId: sub, claims: () => ({ ...providerPerson }) };
      },
    });
    oidc.on('authorization_code.saved', ({ jti }: { jti: string }) => provider.issuedCodes.push(jti));
    oidc.on('access_token.saved', ({ jti }: { jti: string }) => provider.issuedCodes.push(jti));
    // The identity token is only in answers; no event contains it.
    oidc.use(async (context, next) => {
      await next();
      const token = (context.body as { id_token?: unknown } | undefined)?.id_token;
      if (typeof token === 'string') provider.issuedCodes.push(token);
    });
    const answer = oidc.callback();
    server.on('request', (request, response) => void answer(request, response));
    return provider;
  }

  addPeople(...people: readonly ProviderPerson[]): void {
    this.people = people;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }
}
