import { Body, Controller, Delete, Get, HttpCode, Post, type OnApplicationBootstrap } from '@nestjs/common';
import type { ConfigFiles } from '@tocsin/contracts/config-files/plan.js';
import { peopleOffered } from '@tocsin/contracts/moving-in/limits.js';
import { movingInRequest, type MovingInAnswer } from '@tocsin/contracts/moving-in/moving-in.js';
import { phoneNumbersRequest, type PhoneNumbersAnswer } from '@tocsin/contracts/moving-in/phone-numbers.js';
import { whoMayEverywhere } from '@tocsin/contracts/who-may.js';
import { hasOrganisationPermission } from '@tocsin/domain/rules/permissions.js';
import { RequestWithCaller, type Caller } from '../http/caller.js';
import { HttpProblem, parseOrThrow } from '../problems/problem.js';
import { InvitationSender } from './invitation-sender.js';
import { PhoneOffers } from './phone-offers.js';
import { MovingInRunner } from './moving-in-runner.js';

/** It is about the whole organisation: a team’s token can’t. */
const requireAll = (caller: Caller, permission: 'import.manage' | 'people.invite' = 'import.manage'): void => {
  if (!hasOrganisationPermission(caller, permission))
    throw new HttpProblem('permission.denied', { who: whoMayEverywhere(permission, 'a token of the organisation') });
};

/** Moving in from another system: reading it, comparing, and the files that are planned and applied like all others. */
@Controller('api/moving-in')
export class MovingInController implements OnApplicationBootstrap {
  constructor(
    private readonly runner: MovingInRunner,
    private readonly invitations: InvitationSender,
    private readonly offers: PhoneOffers,
  ) {}

  onApplicationBootstrap(): void {
    this.runner.resume();
  }

  @Get()
  current(@RequestWithCaller() caller: Caller): MovingInAnswer {
    requireAll(caller);
    return this.answer();
  }

  @Get('files')
  files(@RequestWithCaller() caller: Caller): ConfigFiles {
    requireAll(caller);
    const files = this.runner.store.files();
    if (!files) throw new HttpProblem('request.not_found');
    return files;
  }

  @Post()
  @HttpCode(202)
  async start(@Body() body: unknown, @RequestWithCaller() caller: Caller): Promise<MovingInAnswer> {
    requireAll(caller);
    await this.runner.start(parseOrThrow(movingInRequest, body), caller.actor.id);
    return this.answer();
  }

  @Delete()
  @HttpCode(204)
  async remove(@RequestWithCaller() caller: Caller): Promise<void> {
    requireAll(caller);
    await this.runner.remove();
  }

  @Post('invitations')
  @HttpCode(202)
  async invite(@RequestWithCaller() caller: Caller): Promise<MovingInAnswer['invitations']> {
    requireAll(caller, 'people.invite');
    await this.invitations.start(caller.actor);
    return this.invitations.state();
  }

  @Post('phone-numbers')
  @HttpCode(200)
  async offerNumbers(@Body() body: unknown, @RequestWithCaller() caller: Caller): Promise<PhoneNumbersAnswer> {
    requireAll(caller);
    const request = parseOrThrow(phoneNumbersRequest, body);
    if (request.from === 'rescue') {
      const { people, unknown } = await this.offers.offer(request.system, request.people, caller.actor);
      return { people, unknown: unknown.length, left: 0 };
    }
    const [move, phones] = [this.runner.store.current(), this.runner.store.phones()];
    if (!move || !phones) throw new HttpProblem('request.not_found');
    const { people, unknown } = await this.offers.offer(move.system, phones.slice(0, peopleOffered), caller.actor);
    const later = phones.slice(peopleOffered);
    return this.runner.keepOffered({ people, left: later.length }, [...later, ...unknown]);
  }

  private answer(): MovingInAnswer {
    return { current: this.runner.current(), invitations: this.invitations.state() };
  }
}
