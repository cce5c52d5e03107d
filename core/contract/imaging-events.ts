/**
 * Where one's own imaging job is told as it changes, as server-sent events: `job` with the whole job
 * each time. The stream ends with the job.
 */
export const imagingEventsPath = (jobId: string): string =>
  `/v1/imaging/${encodeURIComponent(jobId)}/events`
