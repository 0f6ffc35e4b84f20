import * as mappingLimits from '@tocsin/contracts/mappings/limits.js';
import type { AppliedMapping, MappingFailure } from '@tocsin/contracts/mappings/noun.js';
import type { MappingSamples } from '@tocsin/contracts/mappings/try-out.js';
import { isNear } from '@tocsin/kernel/time.js';

type Failing = NonNullable<MappingSamples['failing']>;

/** Mappings that fail, by integration, until they work again. No facts: each failure is on its signal. */
export class MappingFailures {
  private readonly failing = new Map<string, Failing>();

  note(integrationId: string, { version, failed }: AppliedMapping & { readonly failed: MappingFailure }, at: string): void {
    const before = this.failing.get(integrationId);
    const isSame = before?.version === version;
    this.failing.set(integrationId, {
      since: isSame ? before.since : at,
      lastAt: at,
      times: (isSame ? before.times : 0) + 1,
      version,
      failed,
    });
  }

  noteWorked(integrationId: string): void {
    this.failing.delete(integrationId);
  }

  of(integrationId: string): Failing | null {
    return this.failing.get(integrationId) ?? null;
  }

  /** Integrations whose mapping has failed for a while, and lately. */
  listLasting(now: string): readonly string[] {
    const { lasting, quiet } = mappingLimits.failing;
    return [...this.failing]
      .filter(([, { since, lastAt }]) => !isNear(since, lastAt, lasting) && isNear(lastAt, now, quiet))
      .map(([integrationId]) => integrationId);
  }
}
