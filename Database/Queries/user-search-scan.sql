-- For a text without words (?3: a sign, an emoji): looks into the first ?4 people numbered ?1 to ?2.
SELECT * FROM (SELECT * FROM user WHERE number BETWEEN ?1 AND ?2 LIMIT ?4)
WHERE instr(username, ?3) OR instr(display_name, ?3) OR instr(email, ?3)
LIMIT ?5;
