// Sends the calls of the tables and reads the answers.
import type { Agent, AnyReply } from '../testing/agent.ts';
import type { Answer, Call, Target } from './table.ts';

/** The address of an endpoint for a target. @throws Error when the target lacks a part of it */
function addressOf(call: Call, target: Target): string {
  const values: Record<string, string> = { ...target, ...call.path?.(target) };
  const part = (name: string): string => {
    const value = values[name];
    if (value === undefined) throw new Error(`${call.endpoint.path} needs '${name}'.`);
    return value;
  };
  return call.endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(part(name))).replace(/\*$/, () => part('*'));
}

/** Sends a call as somebody; whole reply for those who look into it. */
export async function send(agent: Agent, call: Call, target: Target): Promise<{ status: number; type: string; body: string }> {
  const path = addressOf(call, target);
  const params = call.send?.(target) ?? {};
  const method = call.endpoint.method === 'change' ? 'POST' : 'GET';
  const response =
    call.files === undefined
      ? await agent.raw(method, path, params, call.host === undefined ? {} : { host: call.host })
      : await agent.rawUpload(path, params, call.files);
  return { status: response.statusCode, type: String(response.headers['content-type'] ?? ''), body: response.body };
}

/** What the reply means. */
export function answerOf(reply: { status: number; type: string; body: string }): Answer {
  const json: AnyReply = reply.type.includes('json') && reply.body !== '' ? JSON.parse(reply.body) : undefined;
  const [result] = json?.results ?? json?.addResults ?? json?.updateResults ?? json?.deleteResults ?? [];
  const error = json?.error ?? (result?.success === false ? result.error : undefined);
  const refused = [json, result].flatMap((each) => each?.notSharedWith ?? each?.notUnsharedFrom ?? []);
  if (refused.length > 0) return '-';
  if (error === undefined) return reply.status < 400 ? '+' : '0';
  if (error.code === 403) return '-';
  if (error.code === 499) return '?';
  const missing = error.code === 404 || /does not exist or is inaccessible|not found/i.test(error.message ?? '');
  return missing ? '0' : '/';
}
