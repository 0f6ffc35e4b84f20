import { Injectable } from '@nestjs/common';
import { organisationKey } from '@tocsin/contracts/organisation/noun.js';
import type { ServerParts } from './server-parts.js';
import { Uses } from './injection.js';

const dependencies = ['config', 'listening', 'reads'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/**
 * The address in every link, snippet and feed: set by the operator, otherwise the one from set-up, otherwise guessed from the last
 * request.
 */
@Injectable()
export class PublicAddress {
  private guessed: string | null = null;

  constructor(@Uses(dependencies) private readonly parts: Dependencies) {}

  url(): string {
    const configured = this.parts.config.url ?? this.parts.reads.organisation.get(organisationKey)?.url;
    return configured?.replace(/\/+$/, '') ?? this.guessed ?? this.local();
  }

  /** Takes the address from the request of the person who sets Tocsin up. */
  guess(protocol: string, host: string | undefined): string {
    if (host) this.guessed = `${protocol}://${host}`;
    return this.parts.config.url ?? this.guessed ?? this.local();
  }

  private local(): string {
    return `${this.parts.config.tls ? 'https' : 'http'}://localhost:${this.parts.listening.port || this.parts.config.port}`;
  }
}
