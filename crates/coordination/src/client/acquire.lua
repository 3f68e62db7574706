-- KEYS: lease. ARGV: holder, fence, ttl in ms.
-- Free, mine, or held under an older fence: mine from now on. Postgres gives fences, so a higher one was given later, to
-- somebody whom Postgres let in: the older holder is fenced out already and this only tells everybody.
-- Fences are compared as numbers: Lua's doubles are exact up to 2^53, which is more leases than there will be.
local current = redis.call('HMGET', KEYS[1], 'holder', 'fence')
local mine = current[1] == ARGV[1]
if current[1] and not mine and tonumber(current[2]) >= tonumber(ARGV[2]) then
  return {0, current[2], redis.call('PTTL', KEYS[1])}
end
redis.call('HSET', KEYS[1], 'holder', ARGV[1], 'fence', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return {1, ARGV[2], ARGV[3]}
