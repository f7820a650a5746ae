/** What the clock starts: each job finds its own work, so it may run twice or late without harm. */
export async function runJobs(_cron: string, _env: Env): Promise<void> {}
