import { randomUUID } from 'node:crypto';
import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { destinationTest, type BackupsShown, type DestinationTestResult, type TypedDestination } from '@tocsin/contracts/backups/noun.js';
import type { PlaceSettings } from '@tocsin/platform/backup/open-place.js';
import { backupSettingsOf, secretOf } from '../core/backup-settings.js';
import { Uses } from '../core/injection.js';
import { requireOutsideData } from '../core/outside-data.js';
import type { ServerParts } from '../core/server-parts.js';
import { RequestWithCaller, type Caller } from '../http/caller.js';
import { requireFresh } from '../http/proof.js';
import { RateLimits } from '../http/rate-limits.js';
import { HttpProblem, parseOrThrow } from '../problems/problem.js';
import { Backups } from './backups.js';
import { testDestination } from './destination-test.js';

const dependencies = ['clock', 'config', 'reads', 'vault'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** Where backups go, and how that goes. */
@Controller('api/settings/backups')
export class BackupsController {
  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly backups: Backups,
    private readonly rates: RateLimits,
  ) {}

  @Get()
  show(): BackupsShown {
    return this.backups.show();
  }

  @Post('run')
  @HttpCode(202)
  run(): BackupsShown {
    const { destination, held } = this.backups.show();
    if (!destination) throw new HttpProblem('backups.not_set_up');
    if (held) throw new HttpProblem('store.held');
    void this.backups.run();
    return this.backups.show();
  }

  /** As for a mail server: only who has confirmed their identity may make this server write to a typed address, and then any is allowed. */
  @Post('test')
  @HttpCode(200)
  async test(@Body() body: unknown, @RequestWithCaller() caller: Caller): Promise<DestinationTestResult> {
    requireFresh(this.parts, caller);
    const { destination } = parseOrThrow(destinationTest, body);
    const { held } = this.backups.show();
    if (held) throw new HttpProblem('store.held');
    const place = destination ? this.placeOf(destination) : backupSettingsOf(this.parts)?.place;
    if (!place) throw new HttpProblem('backups.not_set_up');
    await this.rates.take('codes', caller.actor.id);
    const { data, hasOneThread } = this.parts.config;
    return testDestination({ tested: place, data: destination ? data : null, id: randomUUID() }, hasOneThread);
  }

  private placeOf(typed: TypedDestination): PlaceSettings {
    requireOutsideData(this.parts.config.data, typed.address);
    const secret = secretOf(this.parts, typed)?.secret;
    return { address: typed.address, keyId: secret === undefined ? undefined : (typed.keyId ?? undefined), secret };
  }
}
