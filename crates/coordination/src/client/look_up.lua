-- KEYS: a mark of freshness and a lease for each topic. ARGV[1]: what stands before an entity's id in its own mark's key.
-- A mark "@id" is fresh as long as that entity's own mark is there.
local answers = {}
for i = 1, #KEYS, 2 do
    local mark = redis.call('GET', KEYS[i])
    if mark and string.sub(mark, 1, 1) == '@' then
        mark = redis.call('EXISTS', ARGV[1] .. string.sub(mark, 2)) == 1
    end
    answers[i] = mark and 1 or 0
    answers[i + 1] = redis.call('EXISTS', KEYS[i + 1])
end
return answers
