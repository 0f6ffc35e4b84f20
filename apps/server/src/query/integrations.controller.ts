import { Controller, Get, Param } from '@nestjs/common';
import type { IntegrationAddressShown } from '@tocsin/contracts/http.js';
import { mayConfigureTeam } from '@tocsin/domain/permissions.js';
import { Core } from '../core/core.js';
import { PublicAddress } from '../core/public-address.js';
import { HttpProblem } from '../http/problem.js';
import { Asking, type Who } from '../http/who.js';
import { shownAddress } from '../ingest/address.js';

@Controller('api/integrations')
export class IntegrationsController {
  constructor(
    private readonly core: Core,
    private readonly address: PublicAddress,
  ) {}

  /** What to paste into the monitoring system: for those who may change the service. */
  @Get(':id/address')
  shown(@Param('id') id: string, @Asking() { actor }: Who): IntegrationAddressShown {
    const integration = this.core.reads.integrations.get(id);
    if (!integration) throw new HttpProblem('integration.not_found');
    if (!mayConfigureTeam({ actor, reads: this.core.reads }, integration.teamId)) {
      throw new HttpProblem('permission.denied', { who: 'a manager of the team, an admin or an owner' });
    }
    const newest = integration.keys.at(-1);
    const key = newest ? this.core.vault.secret(newest.keyRef) : null;
    if (key === null) throw new HttpProblem('integration.not_found');
    return shownAddress(this.address.url(), integration.kind, key);
  }
}
