import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { id } from '@tocsin/contracts/ids.js';
import { HttpProblem, parseOrThrow } from '../../problems/problem.js';
import type { FilmQuestion } from './read-film.js';
import { PastReads } from '../past-reads.js';

const number = z.coerce.number().int().min(0).optional();
const filmQuery = z.object({ from: number, frame: number, at: number });

/** Aborted when the connection ends before its answer. */
const whenLeft = ({ raw }: FastifyReply): AbortSignal => {
  const left = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) left.abort();
  });
  return left.signal;
};

/** The life of an alert group, event by event. Readable with the permission for the history: it has the same events. */
@Controller('api/films')
export class FilmsController {
  constructor(private readonly past: PastReads) {}

  @Get(':id')
  async film(@Param('id') groupId: string, @Query() query: unknown, @Res() reply: FastifyReply): Promise<void> {
    const { from, frame, at } = parseOrThrow(filmQuery, query);
    const left = whenLeft(reply);
    const film = id.safeParse(groupId).success ? await this.filmUntil(left, { groupId, from, frame, upTo: at }) : null;
    if (left.aborted) return;
    if (film === null) throw new HttpProblem('request.not_found');
    reply.type('application/json; charset=utf-8').send(film);
  }

  /** Null, too, if nobody waits for it any longer. */
  private async filmUntil(left: AbortSignal, question: FilmQuestion): Promise<string | null> {
    try {
      return await this.past.film(question, left);
    } catch (error) {
      if (left.aborted) return null;
      throw error;
    }
  }
}
